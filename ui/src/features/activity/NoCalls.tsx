import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { EmptyState } from '../../kit/EmptyState';
import { t } from '../../words/translate';
import { useOwnerName } from './useOwnerName';

interface NoCallsProps {
  /** Whether a text is searched for, or one status is chosen. */
  searching: boolean;
  /** The server, webtool or client whose calls alone are listed. */
  filter: SourceId | null;
  /** Whether tasks are running: their calls are listed once they have ended. */
  running: boolean;
  onAll: () => void;
  /** Looks through older calls; `null` = there are none. */
  onOlder: (() => void) | null;
}

/** Says whether there are no calls at all, or none that are searched for. */
export function NoCalls({ searching, filter, running, onAll, onOlder }: NoCallsProps): ReactNode {
  const owner = useOwnerName(filter);
  if (!searching && filter === null) {
    return (
      <EmptyState icon="activity" title={running ? t('activity.call.noneFinished') : t('common.noCallsYet')}>
        {t('activity.call.noneHelp')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title={running && !searching ? t('activity.call.noneFinished') : t('activity.call.noMatch')}
      role="status"
      actions={
        <>
          {onOlder !== null && (
            <Button size="xs" onClick={onOlder}>
              {t('activity.call.searchOlder')}
            </Button>
          )}
          <Button size="xs" onClick={onAll}>
            {t('common.showAllCalls')}
          </Button>
        </>
      }
    >
      {owner === null ? undefined : t('activity.call.onlyOf', { owner })}
    </EmptyState>
  );
}

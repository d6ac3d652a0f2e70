import { useState, type ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import { Button } from '../../kit/controls';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { ErrorNotice } from '../message/ErrorNotice';
import styles from './historyPopover.module.css';

/** The core clears a server's history as a whole; the button says so and asks once. */
export function ClearHistory({ serverId }: { serverId: SourceId }): ReactNode {
  const [asked, setAsked] = useState(false);
  const owner = useOwners().find(({ id }) => id === serverId)?.label ?? serverId;
  const clear = useOperation('history.clear');
  return (
    <div className={styles.foot}>
      {clear.isError && <ErrorNotice error={clear.error} />}
      {asked ? (
        <>
          <span className={cx(layout.t2, layout.fs12, layout.grow)}>
            {t('activity.delete.callsOf', { owner: visibleString(owner) })}
          </span>
          <Button size="xs" variant="subtle" onClick={() => setAsked(false)}>
            {t('common.cancel')}
          </Button>
          <Button
            size="xs"
            color="danger"
            loading={clear.isPending}
            onClick={() => clear.mutate({ serverId })}
          >
            {t('common.delete')}
          </Button>
        </>
      ) : (
        <Button size="xs" variant="subtle" onClick={() => setAsked(true)}>
          {t('activity.delete.calls')}
        </Button>
      )}
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { CallResult } from '../../entities/result/CallResult';
import { kindName } from '../../entities/result/requestKind';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { Button } from '../../kit/controls';
import { DetailHeader } from '../../kit/DetailHeader';
import { Icon } from '../../kit/Icon';
import { cx } from '../../lib/cx';
import { formatMoment } from '../../lib/format';
import { pointWire } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { CallLegs, Leg } from './CallLegs';
import { CallPlace } from './CallPlace';
import styles from './activity.module.css';

interface RequestEntryProps {
  entry: HistoryEntry;
  kind: 'prompt' | 'resource';
}

/** A prompt that was got, or a resource that a client read: for what, and what came of it. */
export function RequestEntry({ entry, kind }: RequestEntryProps): ReactNode {
  const { row, outcome } = entry;
  const server = useServers().data?.find((each) => each.id === row.serverId);
  useEffect(() => {
    pointWire({ serverId: row.serverId, callId: outcome.callId });
  }, [row.serverId, outcome.callId]);
  const label = t('activity.call.named', { kind: kindName(kind), name: row.name });
  return (
    <article className={styles.call} aria-label={visibleString(label)}>
      <DetailHeader
        icon={<EntryIcon icon={null} fallback={kind === 'prompt' ? 'prompt' : 'file'} size={32} />}
        title={row.name}
        actions={
          server !== undefined &&
          (kind === 'prompt' ? <OfPrompt entry={entry} /> : <OfResource entry={entry} />)
        }
      >
        <CallPlace row={row} server={server} />
      </DetailHeader>
      <div className={cx(styles['call-parts'], layout.scrolls)}>
        {kind === 'prompt' && <Leg title={t('common.arguments')} value={row.arguments} />}
        <CallResult
          outcome={outcome}
          serverId={row.serverId}
          kind={kind}
          tool={row.name}
          serverLabel={row.serverLabel}
          when={<span className={cx(layout.fs12, layout.t3)}>{formatMoment(row.startedAt)}</span>}
        />
        <CallLegs entry={entry} />
      </div>
    </article>
  );
}

function OfPrompt({ entry: { row } }: { entry: HistoryEntry }): ReactNode {
  const navigate = useNavigate();
  const open = (state: { earlier: typeof row.id } | { rerun: string }): void =>
    void navigate({ to: '/prompts', search: { server: row.serverId, item: row.name }, state });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Icon name="prompt" size={14} />}
        onClick={() => open({ earlier: row.id })}
      >
        {t('activity.call.openPrompt')}
      </Button>
      <Button
        size="xs"
        leftSection={<Icon name="run" size={14} />}
        onClick={() => open({ rerun: JSON.stringify(row.arguments) })}
      >
        {t('activity.call.getAgain')}
      </Button>
    </>
  );
}

function OfResource({ entry: { row } }: { entry: HistoryEntry }): ReactNode {
  const navigate = useNavigate();
  return (
    <Button
      size="xs"
      leftSection={<Icon name="file" size={14} />}
      onClick={() => void navigate({ to: '/resources', search: { server: row.serverId, item: row.name } })}
    >
      {t('activity.call.openResource')}
    </Button>
  );
}

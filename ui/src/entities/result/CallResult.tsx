import { ActionIcon } from '../../kit/controls';
import { useMemo, type ReactNode } from 'react';
import type { CallEnding, CallOutcome, Content, RequestKind, SourceId } from '../../api/generated/contract';
import { formatBytes, formatDuration } from '../../lib/format';
import { showCallFrames } from '../../lib/panels';
import { CompareRuns } from '../compare/CompareRuns';
import { CameFrom } from '../content/origin';
import { CopyButton } from '../../kit/CopyButton';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { Answered } from './Answered';
import { StateChip } from './StateChip';
import { Returned } from './Returned';
import { SaveButton, savedIds } from '../content/SaveButton';
import { saveText } from '../content/saveContents';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import styles from './callResult.module.css';

const bold = (text: ReactNode): ReactNode => <span className={layout.b}>{text}</span>;

interface CallResultProps {
  outcome: CallOutcome;
  serverId: SourceId;
  /** What was requested. */
  kind?: RequestKind;
  /** The name in the protocol; of a resource its URI. */
  tool: string;
  /** The user's label of whoever answered. */
  serverLabel: string;
  /** Runs it again with the same arguments. */
  onRetry?: (() => void) | undefined;
  /** Leads to the declared output schema. */
  schemaAction?: ReactNode;
  /** The app that draws the result; `null` = there is none. */
  app?: ReactNode;
  /** What is shown first of a result that an app can draw. */
  first?: 'app' | 'content';
  /** At the right of the head. */
  actions?: ReactNode;
  /** Beside the state: when it was, for a call from the history. */
  when?: ReactNode;
}

/** How a call ended, and what it returned. */
export function CallResult({
  outcome,
  serverId,
  kind = 'tool',
  tool,
  serverLabel,
  onRetry,
  schemaAction,
  app = null,
  first = 'app',
  actions,
  when,
}: CallResultProps): ReactNode {
  const { ending, historyId, startedAt } = outcome;
  const answer = 'raw' in ending ? ending : null;
  const ids = savedIds(contentsOf(ending));
  const origin = useMemo(
    () =>
      historyId === null
        ? null
        : ({ kind: 'call', id: historyId, of: kind, serverId, name: tool, at: startedAt } as const),
    [historyId, kind, serverId, tool, startedAt],
  );
  return (
    <section className={styles.outcome} data-part="outcome" aria-label={t('common.result')}>
      <div className={styles['outcome-head']}>
        <h3 className={layout.bb}>{t('common.result')}</h3>
        <Announced as="span">
          <StateChip ending={ending} />
        </Announced>
        <span className={cx(layout.fs12, layout.t3, layout.num)}>{formatDuration(outcome.durationMs)}</span>
        {answer !== null && (
          <span className={cx(layout.fs12, layout.t3, layout.num)}>{formatBytes(answer.sizeBytes)}</span>
        )}
        {when}
        <span className={cx(layout.end, layout.row)}>
          {ids.length > 1 && <SaveButton ids={ids} />}
          {answer !== null && (
            <>
              <CopyButton label={t('content.result.copy')} text={() => JSON.stringify(answer.raw, null, 2)} />
              <ActionIcon
                size="xs"
                variant="subtle"
                aria-label={t('content.save.result')}
                title={t('content.save.result')}
                onClick={() => void saveText('result.json', JSON.stringify(answer.raw, null, 2))}
              >
                <Icon name="download" size={14} />
              </ActionIcon>
            </>
          )}
          {outcome.historyId !== null && kind === 'tool' && (
            <CompareRuns id={outcome.historyId} serverId={serverId} tool={tool} />
          )}
          <ActionIcon
            size="xs"
            variant="subtle"
            aria-label={t('content.result.showInLog')}
            title={t('content.result.showInLog')}
            onClick={() => showCallFrames(serverId, outcome.callId)}
          >
            <Icon name="activity" size={14} />
          </ActionIcon>
          {actions}
        </span>
      </div>
      {ending.kind === 'failed' && <ErrorNotice error={ending.error} onRetry={onRetry} />}
      {ending.kind === 'cancelled' && (
        <Note icon="close">
          {t.rich('content.result.cancelledAfter', {
            b: bold,
            duration: formatDuration(outcome.durationMs),
          })}
        </Note>
      )}
      {ending.kind === 'result' && (
        <CameFrom value={origin}>
          <Returned
            key={outcome.callId}
            ending={ending}
            serverId={serverId}
            serverLabel={serverLabel}
            schemaAction={schemaAction}
            app={app}
            first={first}
          />
        </CameFrom>
      )}
      {(ending.kind === 'prompt' || ending.kind === 'read') && (
        <CameFrom value={origin}>
          <Answered key={outcome.callId} ending={ending} serverId={serverId} serverLabel={serverLabel} />
        </CameFrom>
      )}
    </section>
  );
}

function contentsOf(ending: CallEnding): Content[] {
  switch (ending.kind) {
    case 'result':
      return ending.content;
    case 'prompt':
      return ending.messages.map(({ content }) => content);
    default:
      return [];
  }
}

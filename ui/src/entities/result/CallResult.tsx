import { ActionIcon, Tabs } from '../../kit/controls';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallEnding, CallOutcome, JsonValue, SourceId, Verdict } from '../../api/generated/contract';
import { formatBytes, formatDuration, formatNumber } from '../../lib/format';
import { isObject, own } from '../../lib/json';
import { showCallFrames } from '../../lib/panels';
import { visibleString } from '../../lib/visible';
import { CodeView } from '../../kit/CodeView/CodeView';
import { CompareRuns } from '../compare/CompareRuns';
import { ContentBlocks } from '../content/ContentBlocks';
import { CopyButton } from '../../kit/CopyButton';
import { ErrorNotice } from '../message/ErrorNotice';
import { MessageText } from '../message/MessageText';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { Quote } from '../message/Quote';
import { StateChip } from './StateChip';
import { Structured } from './Structured';
import { VerdictLine } from './VerdictLine';
import { saveText } from '../content/saveContents';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import { Announced } from '../../kit/Announced';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './callResult.module.css';

const bold = (text: ReactNode): ReactNode => <span className={layout.b}>{text}</span>;

interface CallResultProps {
  outcome: CallOutcome;
  serverId: SourceId;
  /** The tool's name in the protocol. */
  tool: string;
  /** The user's label of whoever answered. */
  serverLabel: string;
  /** Runs it again with the same arguments. */
  onRetry?: (() => void) | undefined;
  /** Leads to the declared output schema. */
  schemaAction?: ReactNode;
  /** The app that draws the result; `null` = there is none. */
  app?: ReactNode;
  /** At the right of the head. */
  actions?: ReactNode;
  /** Beside the state: when it was, for a call from the history. */
  when?: ReactNode;
}

/** How a call ended, and what it returned. */
export function CallResult({
  outcome,
  serverId,
  tool,
  serverLabel,
  onRetry,
  schemaAction,
  app = null,
  actions,
  when,
}: CallResultProps): ReactNode {
  const { ending } = outcome;
  return (
    <section className={styles.outcome} data-part="outcome" aria-label={t('content.result.title')}>
      <div className={styles['outcome-head']}>
        <h3 className={layout.bb}>{t('content.result.title')}</h3>
        <Announced as="span">
          <StateChip ending={ending} />
        </Announced>
        <span className={cx(layout.fs12, layout.t3, layout.num)}>{formatDuration(outcome.durationMs)}</span>
        {ending.kind === 'result' && (
          <span className={cx(layout.fs12, layout.t3, layout.num)}>{formatBytes(ending.sizeBytes)}</span>
        )}
        {when}
        <span className={cx(layout.end, layout.row)}>
          {ending.kind === 'result' && (
            <>
              <CopyButton label={t('content.result.copy')} text={() => JSON.stringify(ending.raw, null, 2)} />
              <ActionIcon
                size="xs"
                variant="subtle"
                aria-label={t('content.save.result')}
                title={t('content.save.result')}
                onClick={() => void saveText('result.json', JSON.stringify(ending.raw, null, 2))}
              >
                <Icon name="download" size={14} />
              </ActionIcon>
            </>
          )}
          {outcome.historyId !== null && (
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
        <Returned
          key={outcome.callId}
          ending={ending}
          serverId={serverId}
          serverLabel={serverLabel}
          schemaAction={schemaAction}
          app={app}
        />
      )}
    </section>
  );
}

type Result = Extract<CallEnding, { kind: 'result' }>;

/** What Usher noticed about the answer of a webtool. */
const Notes = ({ ending }: { ending: Result }): ReactNode =>
  ending.notes.map((note, index) => (
    <p key={index}>
      <MessageText message={note} />
    </p>
  ));

interface ReturnedProps {
  ending: Result;
  serverId: SourceId;
  serverLabel: string;
  schemaAction: ReactNode;
  app: ReactNode;
}

function Returned({ ending, serverId, serverLabel, schemaAction, app }: ReturnedProps): ReactNode {
  const saysWhy =
    ending.isError && ending.content.length > 0 && ending.content.every(({ kind }) => kind === 'text');
  const hasStructured = ending.structured !== null || speaksUp(ending.verdict);
  const isNoted = ending.content.length === 0 && ending.notes.length > 0;
  // Its structured form is the same once more, as base64.
  const isSeen = ending.content.some(({ kind }) => ['image', 'audio', 'resource'].includes(kind));
  const plain =
    hasStructured && !ending.isError && !isSeen ? 'structured' : saysWhy || isNoted ? 'raw' : 'content';
  const first = app !== null && !ending.isError ? 'app' : plain;
  const [tab, setTab] = useState<string | null>(first);
  return (
    <>
      {ending.isError && (
        <Note tone="bad" role="alert">
          {saysWhy
            ? t.rich('content.result.errorFrom', { b: bold, server: visibleString(serverLabel) })
            : t.rich('content.result.error', { b: bold })}
          {saysWhy && <Quote text={textOf(ending)} />}
          <Notes ending={ending} />
        </Note>
      )}
      {!ending.isError && ending.notes.length > 0 && (
        <Note icon="info">
          <Notes ending={ending} />
        </Note>
      )}
      <Tabs className={styles['outcome-tabs']} value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {app !== null && <Tabs.Tab value="app">{t('apps.title')}</Tabs.Tab>}
          {hasStructured && <Tabs.Tab value="structured">{t('content.result.structured')}</Tabs.Tab>}
          {!saysWhy && (
            <Tabs.Tab value="content">
              {t('content.result.content')}
              <span className={cx(styles.n, listStyles.n, layout.num)}>
                {formatNumber(ending.content.length)}
              </span>
            </Tabs.Tab>
          )}
          <Tabs.Tab value="raw">{t('common.rawJson')}</Tabs.Tab>
        </Tabs.List>
        {app !== null && (
          <Tabs.Panel
            value="app"
            className={cx(styles['outcome-panel'], layout.scrolls)}
            data-part="outcome-panel"
          >
            {app}
          </Tabs.Panel>
        )}
        {hasStructured && (
          <Tabs.Panel
            value="structured"
            className={cx(styles['outcome-panel'], layout.scrolls)}
            data-part="outcome-panel"
          >
            <VerdictLine verdict={ending.verdict} action={schemaAction} />
            {ending.structured !== null && <Structured value={ending.structured} />}
          </Tabs.Panel>
        )}
        <Tabs.Panel
          value="content"
          className={cx(styles['outcome-panel'], layout.scrolls)}
          data-part="outcome-panel"
        >
          <ContentBlocks
            blocks={ending.content}
            serverId={serverId}
            serverLabel={serverLabel}
            raw={isObject(ending.raw) ? own(ending.raw, 'content') : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel
          value="raw"
          className={cx(styles['outcome-panel'], layout.scrolls)}
          data-part="outcome-panel"
        >
          <RawJson raw={ending.raw} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Written out only while somebody looks at it. */
function RawJson({ raw }: { raw: JsonValue }): ReactNode {
  const text = useMemo(() => JSON.stringify(raw, null, 2), [raw]);
  return <CodeView text={text} label={t('common.rawJson')} />;
}

function textOf({ content }: Result): string {
  return content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
}

/** Whether a verdict has something to say even without a structured result. */
function speaksUp(verdict: Verdict): boolean {
  return ['missing', 'brokenSchema', 'notChecked'].includes(verdict.kind);
}

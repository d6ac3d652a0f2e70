import { ActionIcon, Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallEnding, CallOutcome, SourceId, Verdict } from '../../api/generated/contract';
import { formatBytes, formatDuration } from '../../lib/format';
import { showCallFrames } from '../../lib/panels';
import { Chip } from '../Chip';
import { CodeView } from '../CodeView/CodeView';
import { ContentBlocks } from '../Content/ContentBlocks';
import { CopyButton } from '../CopyButton';
import { ErrorNotice } from '../ErrorNotice';
import { Icon } from '../Icon';
import { Note } from '../Note';
import { Quote } from '../Quote';
import { Structured } from './Structured';
import { VerdictLine } from './VerdictLine';
import './callResult.css';

interface CallResultProps {
  outcome: CallOutcome;
  serverId: SourceId;
  /** The user's label of whoever answered. */
  serverLabel: string;
  /** Runs it again with the same arguments. */
  onRetry?: (() => void) | undefined;
  /** Leads to the declared output schema. */
  schemaAction?: ReactNode;
  /** At the right of the head. */
  actions?: ReactNode;
  /** Beside the state: when it was, for a call from the history. */
  when?: ReactNode;
}

/** How a call ended, and what it returned. */
export function CallResult({
  outcome,
  serverId,
  serverLabel,
  onRetry,
  schemaAction,
  actions,
  when,
}: CallResultProps): ReactNode {
  const { ending } = outcome;
  return (
    <section className="outcome" aria-label="Result">
      <div className="outcome-head">
        <h3 className="bb">Result</h3>
        <span role="status">
          <StateChip ending={ending} />
        </span>
        <span className="fs12 t3 num">{formatDuration(outcome.durationMs)}</span>
        {ending.kind === 'result' && <span className="fs12 t3 num">{formatBytes(ending.sizeBytes)}</span>}
        {when}
        <span className="end row">
          {ending.kind === 'result' && (
            <CopyButton label="Copy result" text={() => JSON.stringify(ending.raw, null, 2)} />
          )}
          <ActionIcon
            size="xs"
            variant="subtle"
            aria-label="Show its frames in the wire log"
            title="Show its frames in the wire log"
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
          <span className="b">Cancelled by you</span>
          {` after ${formatDuration(outcome.durationMs)}. “${serverLabel}” was told to stop.`}
        </Note>
      )}
      {ending.kind === 'result' && (
        <Returned
          key={outcome.callId}
          ending={ending}
          serverId={serverId}
          serverLabel={serverLabel}
          schemaAction={schemaAction}
        />
      )}
    </section>
  );
}

function StateChip({ ending }: { ending: CallEnding }): ReactNode {
  switch (ending.kind) {
    case 'failed':
      return (
        <Chip tone="bad" icon="warning">
          Failed
        </Chip>
      );
    case 'cancelled':
      return <Chip icon="close">Cancelled</Chip>;
    case 'result':
      return ending.isError ? (
        <Chip tone="bad" icon="warning">
          Tool reports an error
        </Chip>
      ) : (
        <Chip tone="ok" icon="check">
          Completed
        </Chip>
      );
  }
}

type Result = Extract<CallEnding, { kind: 'result' }>;

interface ReturnedProps {
  ending: Result;
  serverId: SourceId;
  serverLabel: string;
  schemaAction: ReactNode;
}

function Returned({ ending, serverId, serverLabel, schemaAction }: ReturnedProps): ReactNode {
  const saysWhy =
    ending.isError && ending.content.length > 0 && ending.content.every(({ kind }) => kind === 'text');
  const hasStructured = ending.structured !== null || speaksUp(ending.verdict);
  const first = hasStructured && !ending.isError ? 'structured' : saysWhy ? 'raw' : 'content';
  const [tab, setTab] = useState<string | null>(first);
  return (
    <>
      {ending.isError && (
        <Note tone="bad" role="alert">
          <span className="b">The tool reports an error.</span>
          {` The connection is fine${saysWhy ? `; “${serverLabel}” says:` : '.'}`}
          {saysWhy && <Quote text={textOf(ending)} />}
        </Note>
      )}
      <Tabs className="outcome-tabs" value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {hasStructured && <Tabs.Tab value="structured">Structured</Tabs.Tab>}
          {!saysWhy && (
            <Tabs.Tab value="content">
              Content<span className="n num">{ending.content.length}</span>
            </Tabs.Tab>
          )}
          <Tabs.Tab value="raw">Raw</Tabs.Tab>
        </Tabs.List>
        {hasStructured && (
          <Tabs.Panel value="structured" className="outcome-panel scrolls">
            <VerdictLine verdict={ending.verdict} action={schemaAction} />
            {ending.structured !== null && <Structured value={ending.structured} />}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="content" className="outcome-panel scrolls">
          <ContentBlocks blocks={ending.content} serverId={serverId} serverLabel={serverLabel} />
        </Tabs.Panel>
        <Tabs.Panel value="raw" className="outcome-panel scrolls">
          <CodeView text={JSON.stringify(ending.raw, null, 2)} label="Raw result" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function textOf({ content }: Result): string {
  return content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
}

/** Whether a verdict has something to say even without a structured result. */
function speaksUp(verdict: Verdict): boolean {
  return ['missing', 'brokenSchema', 'notChecked'].includes(verdict.kind);
}

import { Tabs } from '../../kit/controls';
import { useState, type ReactNode } from 'react';
import type { CallEnding, SourceId, Verdict } from '../../api/generated/contract';
import { formatNumber } from '../../lib/format';
import { isObject, own } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { ContentBlocks } from '../content/ContentBlocks';
import { MessageText } from '../message/MessageText';
import { Note } from '../../kit/Note';
import { Quote } from '../message/Quote';
import { RawJson } from './RawJson';
import { Structured } from './Structured';
import { VerdictLine } from './VerdictLine';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './callResult.module.css';

const bold = (text: ReactNode): ReactNode => <span className={layout.b}>{text}</span>;

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
  first: 'app' | 'content';
}

/** What a tool returned: as its app draws it, structured, as contents, or as it came. */
export function Returned({
  ending,
  serverId,
  serverLabel,
  schemaAction,
  app,
  first,
}: ReturnedProps): ReactNode {
  const saysWhy =
    ending.isError && ending.content.length > 0 && ending.content.every(({ kind }) => kind === 'text');
  const hasStructured = ending.structured !== null || speaksUp(ending.verdict);
  const isNoted = ending.content.length === 0 && ending.notes.length > 0;
  // Its structured form is the same once more, as base64.
  const isSeen = ending.content.some(({ kind }) => ['image', 'audio', 'resource'].includes(kind));
  const plain =
    hasStructured && !ending.isError && !isSeen ? 'structured' : saysWhy || isNoted ? 'raw' : 'content';
  const drawn = app !== null && first === 'app' && !ending.isError;
  const [tab, setTab] = useState<string | null>(drawn ? 'app' : plain);
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
          {app !== null && <Tabs.Tab value="app">{t('common.app')}</Tabs.Tab>}
          {hasStructured && <Tabs.Tab value="structured">{t('content.result.structured')}</Tabs.Tab>}
          {!saysWhy && (
            <Tabs.Tab value="content">
              {t('common.content')}
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

function textOf({ content }: Result): string {
  return content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
}

/** Whether a verdict has something to say even without a structured result. */
function speaksUp(verdict: Verdict): boolean {
  return ['missing', 'brokenSchema', 'notChecked'].includes(verdict.kind);
}

import { useState, type ReactNode } from 'react';
import type { CallEnding, SourceId } from '../../api/generated/contract';
import { Tabs } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { cx } from '../../lib/cx';
import { isObject, own } from '../../lib/json';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { ResourceView } from '../content/ResourceView';
import { Conversation } from '../prompt/Conversation';
import { RawJson } from './RawJson';
import styles from './callResult.module.css';

interface AnsweredProps {
  ending: Extract<CallEnding, { kind: 'prompt' | 'read' }>;
  serverId: SourceId;
  serverLabel: string;
}

/** What a prompt or a resource that was read holds: as it is shown elsewhere, or as it came. */
export function Answered({ ending, serverId, serverLabel }: AnsweredProps): ReactNode {
  const isEmpty = ending.kind === 'read' && ending.contents.length === 0;
  const [tab, setTab] = useState<string | null>(isEmpty ? 'raw' : 'content');
  const panel = cx(styles['outcome-panel'], layout.scrolls);
  return (
    <Tabs className={styles['outcome-tabs']} value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List>
        {!isEmpty && (
          <Tabs.Tab value="content">
            {ending.kind === 'prompt' ? t('common.messages') : t('common.content')}
          </Tabs.Tab>
        )}
        <Tabs.Tab value="raw">{t('common.rawJson')}</Tabs.Tab>
      </Tabs.List>
      {ending.kind === 'read' && ending.shortened > 0 && (
        <Note icon="info">{t('activity.call.shortened')}</Note>
      )}
      {!isEmpty && (
        <Tabs.Panel value="content" className={panel} data-part="outcome-panel">
          {ending.kind === 'prompt' ? (
            <Conversation said={ending} serverId={serverId} serverLabel={serverLabel} />
          ) : (
            <Contents ending={ending} serverLabel={serverLabel} />
          )}
        </Tabs.Panel>
      )}
      <Tabs.Panel value="raw" className={panel} data-part="outcome-panel">
        <RawJson raw={ending.raw} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface ContentsProps {
  ending: Extract<CallEnding, { kind: 'read' }>;
  serverLabel: string;
}

function Contents({ ending: { contents, raw }, serverLabel }: ContentsProps): ReactNode {
  const listed = isObject(raw) ? own(raw, 'contents') : undefined;
  // Those that are not kept whole are left out: then which is which is not known.
  const came = Array.isArray(listed) && listed.length === contents.length ? listed : [];
  return contents.map((resource, index) => (
    // Contents have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <ResourceView key={index} resource={resource} raw={came[index]} serverLabel={serverLabel} />
  ));
}

import type { ReactNode } from 'react';
import type { Approval, ApprovalRecordHead, SourceId, ThemedIcon } from '../../api/generated/contract';
import { RecordLine } from '../../components/Records/RecordRow';
import { recordLabel } from '../../components/Records/words';
import type { ListSection } from '../../components/SectionList';
import { approvalSentence } from '../../lib/approvals';
import { ApprovalRow } from './ApprovalRow';
import { NeedRow } from './NeedPane';
import type { Need } from './needs';
import { causeText } from './words';

/** What waits for the person, here or on another page, or what is over today. */
export type Entry =
  | { kind: 'open'; id: string; approval: Approval }
  | { kind: 'need'; id: string; need: Need }
  | { kind: 'over'; id: string; record: ApprovalRecordHead };

/** The row of an entry. */
export function EntryRow({ entry, icon }: { entry: Entry; icon: ThemedIcon | null }): ReactNode {
  switch (entry.kind) {
    case 'open':
      return <ApprovalRow approval={entry.approval} icon={icon} />;
    case 'need':
      return <NeedRow need={entry.need} />;
    case 'over':
      return <RecordLine record={entry.record} icon={icon} />;
  }
}

/** Its accessible name. */
export function labelOf(entry: Entry): string {
  switch (entry.kind) {
    case 'open':
      return `${entry.approval.serverLabel} ${approvalSentence(entry.approval)}, ${causeText(entry.approval)}`;
    case 'need':
      return `${entry.need.label} ${entry.need.sentence}`;
    case 'over':
      return recordLabel(entry.record);
  }
}

/** Whom it is about. */
export function ownerOf(entry: Entry): SourceId {
  switch (entry.kind) {
    case 'open':
      return entry.approval.serverId;
    case 'need':
      return entry.need.owner;
    case 'over':
      return entry.record.serverId;
  }
}

/** What waits first, then what is decided elsewhere, then what is over. */
export function sectionsOf(entries: readonly Entry[]): ListSection<Entry>[] {
  const open = entries.filter((entry) => entry.kind === 'open');
  const needs = entries.filter((entry) => entry.kind === 'need');
  const over = entries.filter((entry) => entry.kind === 'over');
  return [
    ...(open.length > 0 ? [{ key: 'open', label: 'Waiting for you', header: null, items: open }] : []),
    ...(needs.length > 0
      ? [
          {
            key: 'need',
            label: 'Decided elsewhere',
            header: <span className="label">Decided elsewhere</span>,
            items: needs,
          },
        ]
      : []),
    ...(over.length > 0
      ? [
          {
            key: 'over',
            label: 'Answered today',
            header: <span className="label">Answered today</span>,
            items: over,
            rowHeight: 30,
          },
        ]
      : []),
  ];
}

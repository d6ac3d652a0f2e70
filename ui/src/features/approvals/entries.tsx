import type { ReactNode } from 'react';
import type {
  Approval,
  ApprovalRecordHead,
  ClientSnapshot,
  SourceId,
  ThemedIcon,
} from '../../api/generated/contract';
import { newClientTitle } from '../../entities/client/words';
import { RecordLine } from '../../entities/record/RecordRow';
import { recordLabel } from '../../entities/record/words';
import type { ListSection } from '../../kit/SectionList';
import { approvalSentence } from '../../lib/approvals';
import { t } from '../../words/translate';
import { ApprovalRow } from './ApprovalRow';
import { ClientRow } from './ClientRow';
import type { ChangedPin } from '../../api/pins';
import { ChangeRow, NeedRow } from './NeedRow';
import { needTitle } from './needs';
import type { Need } from './needs';
import { itemTitle } from './review/words';
import { causeText } from './words';
import layout from '../../styles/layout.module.css';

/** What waits for the person, or what is over today. */
export type Entry =
  | { kind: 'open'; id: string; approval: Approval }
  | { kind: 'change'; id: string; change: ChangedPin }
  | { kind: 'need'; id: string; need: Need }
  | { kind: 'client'; id: string; client: ClientSnapshot }
  | { kind: 'over'; id: string; record: ApprovalRecordHead };

/** The row of an entry. */
export function EntryRow({ entry, icon }: { entry: Entry; icon: ThemedIcon | null }): ReactNode {
  switch (entry.kind) {
    case 'open':
      return <ApprovalRow approval={entry.approval} icon={icon} />;
    case 'change':
      return <ChangeRow change={entry.change} />;
    case 'need':
      return <NeedRow need={entry.need} />;
    case 'client':
      return <ClientRow client={entry.client} />;
    case 'over':
      return <RecordLine record={entry.record} icon={icon} />;
  }
}

/** Its accessible name. */
export function labelOf(entry: Entry): string {
  switch (entry.kind) {
    case 'open':
      return t('approvals.row.label', {
        server: entry.approval.serverLabel,
        kind: approvalSentence(entry.approval),
        cause: causeText(entry.approval),
      });
    case 'change':
      return t('approvals.need.change', {
        name: itemTitle(entry.change.item),
        server: entry.change.server.label,
      });
    case 'need':
      return needTitle(entry.need);
    case 'client':
      return newClientTitle(entry.client);
    case 'over':
      return recordLabel(entry.record);
  }
}

/** Whose it is; a client is of nobody. */
export function ownerOf(entry: Entry): SourceId | undefined {
  switch (entry.kind) {
    case 'open':
      return entry.approval.serverId;
    case 'change':
      return entry.change.server.id;
    case 'need':
      return entry.need.owner;
    case 'client':
      return undefined;
    case 'over':
      return entry.record.serverId;
  }
}

/** Requests first, then reviews, then what is over. */
export function sectionsOf(entries: readonly Entry[]): ListSection<Entry>[] {
  const open = entries.filter((entry) => entry.kind === 'open');
  const needs = entries.filter(({ kind }) => kind === 'change' || kind === 'need' || kind === 'client');
  const over = entries.filter((entry) => entry.kind === 'over');
  return [
    ...(open.length > 0 ? [{ key: 'open', label: t('common.pending'), header: null, items: open }] : []),
    ...(needs.length > 0
      ? [
          {
            key: 'need',
            label: t('approvals.section.reviews'),
            header: <span className={layout.label}>{t('approvals.section.reviews')}</span>,
            items: needs,
          },
        ]
      : []),
    ...(over.length > 0
      ? [
          {
            key: 'over',
            label: t('approvals.section.today'),
            header: <span className={layout.label}>{t('approvals.section.today')}</span>,
            items: over,
            rowHeight: 30,
          },
        ]
      : []),
  ];
}

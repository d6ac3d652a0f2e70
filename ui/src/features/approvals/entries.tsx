import type { ReactNode } from 'react';
import type { Approval, ApprovalRecordHead, ClientSnapshot, SourceId } from '../../api/generated/contract';
import { ClientIcon } from '../../entities/client/ClientMark';
import { newClientTitle, programText } from '../../entities/client/words';
import { RecordLine } from '../../entities/record/RecordRow';
import { recordLabel } from '../../entities/record/words';
import { ServerIcon, useServerIcon } from '../../entities/server/ServerIcon';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import type { ListSection } from '../../kit/SectionList';
import { VisibleText } from '../../kit/VisibleText';
import { approvalSentence } from '../../lib/approvals';
import { formatList } from '../../lib/format';
import { t } from '../../words/translate';
import { definitionsTitle } from '../../api/pins';
import type { PendingReview } from '../../api/pins';
import { needAction, needIcon, needTitle } from './needs';
import type { Need } from './needs';
import { useClaims } from './review/useClaims';
import { effectsText } from './review/words';
import { WaitingRow } from './WaitingRow';
import { causeText, KIND_ICONS } from './words';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** What waits for the person, or what is over today. */
export type Entry =
  | { kind: 'open'; id: string; approval: Approval }
  | { kind: 'definitions'; id: string; reviews: readonly PendingReview[]; isPutOff: boolean }
  | { kind: 'need'; id: string; need: Need }
  | { kind: 'client'; id: string; client: ClientSnapshot }
  | { kind: 'over'; id: string; record: ApprovalRecordHead };

/** The row of an entry. */
export function EntryRow({ entry }: { entry: Entry }): ReactNode {
  switch (entry.kind) {
    case 'open':
      return (
        <WaitingRow
          icon={KIND_ICONS[entry.approval.request.kind]}
          tile={<AskingServer id={entry.approval.serverId} />}
          who={entry.approval.serverLabel}
          since={entry.approval.openedAt}
          what={approvalSentence(entry.approval)}
          more={<Cause approval={entry.approval} />}
        />
      );
    case 'definitions':
      return <DefinitionsRow reviews={entry.reviews} />;
    case 'need':
      return (
        <WaitingRow
          icon={needIcon(entry.need)}
          tile={<NeedTile need={entry.need} size={16} />}
          who={entry.need.label}
          since={entry.need.foundAt}
          what={t(`approvals.need.short.${entry.need.what}`)}
          more={needAction(entry.need)}
        />
      );
    case 'client':
      return (
        <WaitingRow
          icon="terminal"
          tile={<ClientIcon size={14} />}
          who={<VisibleText text={entry.client.name} />}
          since={entry.client.createdAt}
          what={t('approvals.client.short')}
          more={programText(entry.client)}
        />
      );
    case 'over':
      return <RecordLine record={entry.record} />;
  }
}

function DefinitionsRow({ reviews }: { reviews: readonly PendingReview[] }): ReactNode {
  const claims = useClaims();
  return (
    <WaitingRow
      icon="shieldWarning"
      tile={<ServerIcon icon={reviews[0]?.server.icon ?? null} size={14} />}
      who={<VisibleText text={formatList(reviews.map(({ server }) => server.label))} />}
      since={null}
      what={definitionsTitle(reviews)}
      more={effectsText(reviews, claims)}
    />
  );
}

function AskingServer({ id }: { id: SourceId }): ReactNode {
  return <ServerIcon icon={useServerIcon(id)} size={14} />;
}

function Cause({ approval }: { approval: Approval }): ReactNode {
  const { cause } = approval;
  if (cause === null) return causeText(approval);
  return t.rich('approvals.cause.call', {
    tool: () => (
      <span className={cx(layout.mono, styles['approval-tool'])}>
        <VisibleText text={cause.tool} />
      </span>
    ),
  });
}

/** The icon of the server or webtool. */
export function NeedTile({ need, size }: { need: Need; size: 16 | 32 }): ReactNode {
  return need.source === 'webtool' ? (
    <WebtoolIcon size={size} />
  ) : (
    <ServerIcon icon={need.icon} size={size} />
  );
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
    case 'definitions':
      return definitionsTitle(entry.reviews);
    case 'need':
      return needTitle(entry.need);
    case 'client':
      return newClientTitle(entry.client);
    case 'over':
      return recordLabel(entry.record);
  }
}

/** Whose it is; a client, and what several servers have to review, is of nobody. */
export function ownerOf(entry: Entry): SourceId | undefined {
  switch (entry.kind) {
    case 'open':
      return entry.approval.serverId;
    case 'definitions':
      return entry.reviews.length === 1 ? entry.reviews[0]?.server.id : undefined;
    case 'need':
      return entry.need.owner;
    case 'client':
      return undefined;
    case 'over':
      return entry.record.serverId;
  }
}

/** Requests first, then reviews, then what was put off and what is over. */
export function sectionsOf(entries: readonly Entry[]): ListSection<Entry>[] {
  const open = entries.filter((entry) => entry.kind === 'open');
  const isLater = (entry: Entry): boolean => entry.kind === 'definitions' && entry.isPutOff;
  const needs = entries.filter((entry) => entry.kind !== 'open' && entry.kind !== 'over' && !isLater(entry));
  const later = entries.filter(isLater);
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
    ...(later.length > 0
      ? [
          {
            key: 'later',
            label: t('review.later'),
            header: <span className={layout.label}>{t('review.later')}</span>,
            items: later,
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

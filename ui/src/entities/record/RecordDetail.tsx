import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalRecord, ApprovalRecordId, JsonValue } from '../../api/generated/contract';
import { useApprovalRecord } from '../../api/approvalRecords';
import { useClientNamed } from '../../api/clients';
import { useServers } from '../../api/queries';
import { formatMoment } from '../../lib/format';
import { isObject } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { ClientLink } from '../client/ClientLink';
import { AddressLine } from '../content/AddressLine';
import { StoredJson } from '../content/StoredJson';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { MessageText } from '../message/MessageText';
import { Note } from '../../kit/Note';
import { Quote } from '../message/Quote';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { RecordIcon } from './RecordIcon';
import { callingClient, endingWord, ENDINGS, isOwnDecision, withDifferences } from './words';
import { ServerName } from '../server/ServerName';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './records.module.css';

/** Reasons that say no more than the status. */
const SAYS_STATUS: ReadonlySet<string> = new Set(['ended.answered', 'ended.declined', 'ended.dismissed']);

/** One question that is over: who asked, what was shown, what was changed, what was sent. */
export function RecordDetail({ id }: { id: ApprovalRecordId }): ReactNode {
  const record = useApprovalRecord(id);
  if (record.isPending) return <Skeleton rows={5} />;
  if (record.isError) {
    return <ErrorNotice shape="pane" error={record.error} onRetry={() => void record.refetch()} />;
  }
  return <Whole record={record.data} />;
}

function Whole({ record: { head, ...record } }: { record: ApprovalRecord }): ReactNode {
  const server = useServers().data?.find((each) => each.id === head.serverId);
  const { tone, icon } = ENDINGS[head.ending];
  const status = endingWord(head.ending);
  const label = visibleString(head.serverLabel);
  const own = isOwnDecision(head.approvalKind);
  // The same value while nothing changes: the tree keeps what is expanded.
  const shown = useMemo(() => (own ? withDifferences(record.shown) : record.shown), [own, record.shown]);
  const message = isObject(record.shown) ? record.shown['message'] : undefined;
  return (
    <article className={styles.record} aria-label={t('records.recordOf', { server: label })}>
      <DetailHeader
        icon={<RecordIcon record={head} icon={server?.icon ?? null} size={32} />}
        title={t(`records.title.${head.approvalKind}`, { server: label })}
        name={head.tool ?? nameOf(record.shown)}
      >
        {head.approvalKind === 'client' ? (
          <DecidedClient name={head.serverLabel} />
        ) : server === undefined ? (
          <span>
            {t.rich('records.removedServer', { server: () => <ServerName label={head.serverLabel} /> })}
          </span>
        ) : (
          <AddressLine server={server} />
        )}
      </DetailHeader>
      <div className={cx(styles['record-parts'], layout.scrolls)}>
        <Note tone={tone === 't3' ? 'plain' : tone} icon={icon} role="status">
          {t.rich('records.closed', {
            b: (text) => <span className={layout.b}>{text}</span>,
            status: t('records.times', { status, times: head.times }),
            time: formatMoment(head.closedAt),
          })}{' '}
          {!SAYS_STATUS.has(head.reason.code) && <MessageText message={head.reason} />}
        </Note>
        <dl className={cx(styles.kv, marksStyles.kv, layout.num)}>
          <dt>{t(own ? 'records.reviewed' : 'records.requested')}</dt>
          <dd>{formatMoment(head.openedAt)}</dd>
          <dt>{t('records.decidedBy')}</dt>
          <dd>
            <Decider head={head} />
          </dd>
          <dt>{t('records.causedBy')}</dt>
          <dd>
            {own ? (
              <span className={layout.t3}>{t('common.none')}</span>
            ) : head.approvalKind === 'link' ? (
              t('records.yourClick')
            ) : head.tool === null ? (
              <span className={layout.t3}>{t('records.noCall')}</span>
            ) : (
              <Cause tool={head.tool} client={callingClient(head)} serverId={server?.id ?? null} />
            )}
          </dd>
        </dl>
        {typeof message === 'string' && message !== '' && (
          <Quote server={{ label: head.serverLabel, icon: server?.icon ?? null }} block text={message} />
        )}
        {!own && (
          <Part
            title={t(head.approvalKind === 'link' ? 'records.part.opened' : 'records.part.sent')}
            value={record.sent}
            empty={head.approvalKind === 'link' ? t('records.part.nothing') : nothingSent(head.ending)}
          />
        )}
        {!own && (
          <Part title={t('records.part.changed')} value={record.changed} empty={t('records.part.nothing')} />
        )}
        {isOwnAnswer(record.changed) && <p>{t('records.part.ownAnswer')}</p>}
        {!own && head.tool !== null && (
          <Part title={t('records.part.arguments')} value={record.arguments} empty={t('common.none')} />
        )}
        {record.possibleCauses !== null && (
          <Part
            title={t('records.part.possibleCauses')}
            value={record.possibleCauses}
            empty={t('common.none')}
          />
        )}
        <Part title={t('records.part.shown')} value={shown} empty={t('records.part.nothing')} />
      </div>
    </article>
  );
}

/** The client that was decided about. */
function DecidedClient({ name }: { name: string }): ReactNode {
  const link = <ClientLink name={name} />;
  return useClientNamed(name) === undefined ? (
    <span>{t.rich('records.removedClient', { client: () => link })}</span>
  ) : (
    link
  );
}

/** The definition that was decided about, if it is one. */
function nameOf(shown: JsonValue): string | undefined {
  const items = isObject(shown) ? shown['items'] : undefined;
  const only = Array.isArray(items) && items.length === 1 ? items[0] : undefined;
  const name = isObject(only) ? only['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function Decider({ head }: { head: ApprovalRecord['head'] }): ReactNode {
  const { policy } = head;
  if (policy !== null) return t.rich('records.byPolicy', { policy: () => <MessageText message={policy} /> });
  switch (head.ending) {
    case 'moot':
      return <span className={layout.t3}>{t('records.byNobody')}</span>;
    case 'refused':
      return t('records.byUsherHidden');
    case 'automatic':
      return t('records.byUsher');
    default:
      return t('records.byYou');
  }
}

function Cause({
  tool,
  client,
  serverId,
}: {
  tool: string;
  /** The client that called it. */
  client: string | null;
  serverId: ApprovalRecord['head']['serverId'] | null;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <span className={layout.row}>
      <span className={layout.mono}>
        <VisibleText text={tool} />
      </span>
      {client !== null && (
        <span>{t.rich('records.byClient', { client: () => <ClientLink name={client} /> })}</span>
      )}
      {serverId !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          rightSection={<Icon name="arrowRight" size={12} />}
          onClick={() => void navigate({ to: '/tools', search: { server: serverId, item: tool } })}
        >
          {t('common.open')}
        </Button>
      )}
    </span>
  );
}

function Part({ title, value, empty }: { title: string; value: JsonValue | null; empty: string }): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      {value === null ? (
        <p className={cx(layout.t3, layout.fs12)}>{empty}</p>
      ) : (
        <StoredJson label={title} value={value} />
      )}
    </section>
  );
}

/** Whether the person wrote what a model was to write. */
function isOwnAnswer(changed: JsonValue | null): boolean {
  const answer = isObject(changed) ? changed['answer'] : undefined;
  return isObject(answer) && answer['author'] === 'person';
}

function nothingSent(ending: ApprovalRecord['head']['ending']): string {
  switch (ending) {
    case 'accepted':
      return t('records.part.acceptOnly');
    case 'declined':
    case 'refused':
    case 'failed':
      return t('records.part.declineOnly');
    case 'cancelled':
      return t('records.part.cancelOnly');
    case 'moot':
    case 'automatic':
      return t('records.part.nothing');
  }
}

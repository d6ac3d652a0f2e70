import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApprovalRecord, ApprovalRecordId, JsonValue } from '../../api/generated/contract';
import { useClientNamed } from '../../api/clients';
import { useAnswer, useServers } from '../../api/queries';
import { formatMoment } from '../../lib/format';
import { isObject } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { KeptCallNote } from '../client/KeptCallNote';
import { ClientLink } from '../client/ClientLink';
import { AddressLine } from '../content/AddressLine';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { MessageText } from '../message/MessageText';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { RecordIcon } from './RecordIcon';
import { RawRecord, RecordChanges, RecordPart } from './RecordPart';
import { causesOf, isOwnResponse, sentOf } from './readRecord';
import { shownOf } from './readShown';
import { callingClient, endingWord, ENDINGS, isOwnDecision } from './words';
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
  const record = useAnswer('approvalRecord.get', { id });
  if (record.isPending) return <Skeleton rows={5} />;
  if (record.isError) {
    return <ErrorNotice shape="pane" error={record.error} onRetry={() => void record.refetch()} />;
  }
  return <Whole record={record.data} />;
}

function Whole({ record }: { record: ApprovalRecord }): ReactNode {
  const { head } = record;
  const server = useServers().data?.find((each) => each.id === head.serverId);
  const { tone, icon } = ENDINGS[head.ending];
  const status = endingWord(head.ending);
  const label = visibleString(head.serverLabel);
  const own = isOwnDecision(head.approvalKind);
  const asker = { id: head.serverId, label: head.serverLabel, icon: server?.icon ?? null };
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
            {t.rich('common.removedServer', { server: () => <ServerName label={head.serverLabel} /> })}
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
        {head.approvalKind === 'toolCall' && (
          <KeptCallNote client={callingClient(head)} callId={head.callId} />
        )}
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
              <span className={layout.t3}>{t('common.noCall')}</span>
            ) : (
              <Cause tool={head.tool} client={callingClient(head)} serverId={server?.id ?? null} />
            )}
          </dd>
        </dl>
        <div className={styles['record-cols']} data-sides={own ? undefined : 'two'}>
          <RecordPart
            title={t('common.shown')}
            part={shownOf(record)}
            empty={t('records.part.nothing')}
            server={asker}
          />
          {!own && (
            <RecordPart
              title={t(head.approvalKind === 'link' ? 'records.part.opened' : 'common.sent')}
              part={sentOf(record)}
              empty={head.approvalKind === 'link' ? t('records.part.nothing') : nothingSent(head.ending)}
              server={asker}
            />
          )}
        </div>
        <RecordChanges record={record} server={asker} />
        {isOwnResponse(record) && <p>{t('records.part.ownAnswer')}</p>}
        {!own && head.approvalKind !== 'toolCall' && head.tool !== null && record.arguments !== null && (
          <RecordPart
            title={t('common.callArguments')}
            part={{ kind: 'arguments', value: record.arguments }}
            empty={t('common.none')}
            server={asker}
          />
        )}
        {record.possibleCauses !== null && (
          <RecordPart
            title={t('records.part.possibleCauses')}
            part={causesOf(record.possibleCauses)}
            empty={t('common.none')}
            server={asker}
          />
        )}
        <RawRecord record={record} />
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
  const { policy, reason } = head;
  if (policy !== null) return t.rich('records.byPolicy', { policy: () => <MessageText message={policy} /> });
  const { client } = reason.params;
  if (reason.code === 'ended.answeredByClient' && client?.kind === 'text')
    return t.rich('records.byClient', { client: () => <ClientLink name={client.text} /> });
  switch (head.ending) {
    case 'moot':
      return <span className={layout.t3}>{t('records.byNobody')}</span>;
    case 'refused':
      return t('records.byUsherHidden');
    case 'automatic':
      return t('common.automatic');
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

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApprovalRecord, ApprovalRecordId, JsonValue } from '../../api/generated/contract';
import { useApprovalRecord } from '../../api/approvalRecords';
import { useServers } from '../../api/queries';
import { formatMoment } from '../../lib/format';
import { isObject } from '../../lib/json';
import { AddressLine } from '../AddressLine';
import { DetailHeader } from '../DetailHeader';
import { ErrorNotice } from '../ErrorNotice';
import { Icon } from '../Icon';
import { JsonView } from '../JsonView/JsonView';
import { Note } from '../Note';
import { Quote } from '../Quote';
import { ServerIcon } from '../ServerIcon';
import { Skeleton } from '../Skeleton';
import { VisibleText } from '../VisibleText';
import { ENDINGS, isOwnDecision, KINDS } from './words';
import './records.css';
import { ServerName } from '../ServerName';

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
  const { tone, icon, word } = ENDINGS[head.ending];
  const own = isOwnDecision(head.approvalKind);
  const message = isObject(record.shown) ? record.shown['message'] : undefined;
  return (
    <article className="record" aria-label={`Record of ${head.serverLabel}`}>
      <DetailHeader
        icon={<ServerIcon icon={server?.icon ?? null} size={32} />}
        title={`“${head.serverLabel}” ${KINDS[head.approvalKind].sentence}`}
      >
        {server === undefined ? (
          <span>
            <ServerName label={head.serverLabel} />, removed since
          </span>
        ) : (
          <AddressLine server={server} />
        )}
      </DetailHeader>
      <div className="record-parts scrolls">
        <Note tone={tone === 't3' ? 'plain' : tone} icon={icon} role="status">
          <span className="b">
            {head.times === 1 ? word : `${word} ${head.times.toLocaleString('en')} times`}
          </span>{' '}
          {formatMoment(head.closedAt)}. {head.reason !== `${word}.` && <VisibleText text={head.reason} />}
        </Note>
        <dl className="kv num">
          <dt>{own ? 'Looked at' : 'Asked'}</dt>
          <dd>{formatMoment(head.openedAt)}</dd>
          <dt>Decided by</dt>
          <dd>
            <Decider head={head} />
          </dd>
          <dt>Caused by</dt>
          <dd>
            {own ? (
              <span className="t3">no call</span>
            ) : head.approvalKind === 'link' ? (
              'you: you clicked at it'
            ) : head.tool === null ? (
              <span className="t3">no known call</span>
            ) : (
              <Cause tool={head.tool} serverId={server?.id ?? null} />
            )}
          </dd>
        </dl>
        {typeof message === 'string' && message !== '' && (
          <Quote server={{ label: head.serverLabel, icon: server?.icon ?? null }} block text={message} />
        )}
        {head.tool !== null && <Part title="Arguments of the call" value={record.arguments} empty="None." />}
        {record.possibleCauses !== null && (
          <Part title="Calls it may belong to" value={record.possibleCauses} empty="None." />
        )}
        <Part title="What was shown" value={record.shown} empty="Nothing." />
        {!own && <Part title="What you changed" value={record.changed} empty="Nothing." />}
        {own ? null : head.approvalKind === 'link' ? (
          <Part title="What was opened" value={record.sent} empty="Nothing." />
        ) : (
          <Part title="What was sent" value={record.sent} empty={nothingSent(head.ending)} />
        )}
      </div>
    </article>
  );
}

function Decider({ head }: { head: ApprovalRecord['head'] }): ReactNode {
  if (head.policy !== null) {
    return (
      <>
        your rule “
        <VisibleText text={head.policy} />”
      </>
    );
  }
  switch (head.ending) {
    case 'moot':
      return <span className="t3">nobody</span>;
    case 'refused':
      return 'Usher, without showing it';
    case 'automatic':
      return 'Usher: there was nothing to decide';
    default:
      return 'you';
  }
}

function Cause({
  tool,
  serverId,
}: {
  tool: string;
  serverId: ApprovalRecord['head']['serverId'] | null;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <span className="row">
      <span className="mono">
        <VisibleText text={tool} />
      </span>
      {serverId !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          rightSection={<Icon name="arrowRight" size={12} />}
          onClick={() => void navigate({ to: '/tools', search: { server: serverId, item: tool } })}
        >
          Open
        </Button>
      )}
    </span>
  );
}

function Part({ title, value, empty }: { title: string; value: JsonValue | null; empty: string }): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className="label">{title}</h3>
      {value === null ? <p className="t3 fs12">{empty}</p> : <JsonView label={title} value={value} />}
    </section>
  );
}

function nothingSent(ending: ApprovalRecord['head']['ending']): string {
  switch (ending) {
    case 'accepted':
      return 'Only your yes.';
    case 'declined':
    case 'refused':
    case 'failed':
      return 'Only the no.';
    case 'cancelled':
      return 'Only that it was put away.';
    case 'moot':
    case 'automatic':
      return 'Nothing.';
  }
}

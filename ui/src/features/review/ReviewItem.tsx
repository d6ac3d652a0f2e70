import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, ViewedItem, PinDetail, PinItem, ServerSnapshot } from '../../api/generated/contract';
import { isStopped, usePin, waits } from '../../api/pins';
import { useOperation } from '../../api/queries';
import { AcceptButton } from '../../components/AcceptButton';
import { DiffTable, RawDiff } from '../../components/DiffTable';
import { DifferenceSummary } from '../../components/DifferenceSummary';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Segments } from '../../components/Segments';
import { ServerIcon } from '../../components/ServerIcon';
import { Skeleton } from '../../components/Skeleton';
import { VisibleText } from '../../components/VisibleText';
import { count, originText } from '../../lib/format';
import { own, sameJson, type JsonObject } from '../../lib/json';
import { notify, notifyError } from '../../lib/notify';
import '../../components/marks.css';
import { Declaration } from './Declaration';
import { formatDay } from '../../lib/format';
import { itemSentence, itemTitle, reviewedWhen } from './words';
import { ServerName } from '../../components/ServerName';
import { visibleString } from '../../lib/visible';

interface ReviewItemProps {
  server: ServerSnapshot;
  item: PinItem;
  /** The person is done with it, for now. */
  onDone: () => void;
}

/** One item: what changed, in words first, then side by side, then raw. */
export function ReviewItem({ server, item, onDone }: ReviewItemProps): ReactNode {
  const detail = usePin(server.id, item);
  return (
    <article className="review" aria-label={visibleString(`${itemTitle(item)} ${itemSentence(item)}`)}>
      <header className="review-head">
        <ServerIcon icon={server.icon} size={32} />
        <div className="grow">
          <h2>
            <span className="mono">
              <VisibleText text={itemTitle(item)} />
            </span>{' '}
            {itemSentence(item)}
            {item.state.kind === 'changed' && !item.keptOld && ' since you reviewed it'}
          </h2>
          <p className="row fs12 t2 review-origin">
            <span className="b">{server.label}</span>
            <span className="mono cut">{originText(server.origin)}</span>
            <span className="t3 num">{reviewedWhen(item, formatDay)}</span>
          </p>
        </div>
        {isStopped(item.state.kind) && (
          <span className="waiting-mark">
            <Icon name="pause" size={14} />
            Stopped
          </span>
        )}
      </header>
      <div className="review-body" role="region" aria-label="Definition" tabIndex={0}>
        {detail.isPending && <Skeleton rows={5} />}
        {detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
        {detail.data !== undefined && <Body server={server} detail={detail.data} />}
      </div>
      {detail.data !== undefined && (waits(detail.data.item) || detail.data.item.keptOld) && (
        <Foot server={server} item={detail.data.item} onDone={onDone} />
      )}
      {detail.data?.item.state.kind === 'unchanged' && detail.data.item.reviewedAt !== null && (
        <TakeBack server={server} item={detail.data.item} />
      )}
    </article>
  );
}

function Body({ server, detail }: { server: ServerSnapshot; detail: PinDetail }): ReactNode {
  const [view, setView] = useState(0);
  if (detail.old === null || detail.new === null || detail.differences.length === 0)
    return (
      <>
        <DifferenceSummary {...detail} />
        <Declaration value={detail.new ?? detail.old} />
      </>
    );
  const shortDigest = (digest: string | null) =>
    digest === null ? '' : `sha256 ${digest.slice(0, 4)}…${digest.slice(-2)}`;
  const column = (text: string, digest: string | null) => (
    <span className="row">
      <ServerIcon icon={server.icon} size={14} />
      <span className="cut">
        <span className="b t2">
          <ServerName label={server.label} />
        </span>{' '}
        {text}
      </span>
      <span className="end mono" title={digest ?? undefined}>
        {shortDigest(digest)}
      </span>
    </span>
  );
  return (
    <>
      <DifferenceSummary {...detail} />
      <div className="row review-views">
        <span className="b">{count(detail.differences.length + detail.leftOut, 'difference')}</span>
        <span className="end">
          <Segments
            pick="one"
            label="How the change is shown"
            segments={[{ label: 'Side by side' }, { label: 'Raw JSON' }]}
            chosen={[view]}
            onPick={setView}
          />
        </span>
      </div>
      {view === 1 ? (
        <RawDiff old={detail.old} now={detail.new} />
      ) : (
        <>
          <DiffTable
            differences={detail.differences}
            was={column(
              detail.item.state.kind === 'unlikeBrought'
                ? 'wrote, says the setup file'
                : 'wrote, as you reviewed it',
              detail.oldDigest,
            )}
            now={column('writes now', detail.item.digest)}
          />
          <SameFields old={detail.old} now={detail.new} />
        </>
      )}
    </>
  );
}

/** The members that did not change, named; their text on demand. */
function SameFields({ old, now }: { old: JsonValue; now: JsonValue }): ReactNode {
  const [shown, setShown] = useState(false);
  const same = Object.entries(membersOf(now)).flatMap(([name, value]): [string, JsonValue][] =>
    sameJson(value, own(membersOf(old), name)) ? [[name, value]] : [],
  );
  if (same.length === 0) return null;
  return (
    <>
      <p className="review-same fs12 t3">
        {`${count(same.length, 'field')} ${same.length === 1 ? 'is' : 'are'} the same: `}
        <VisibleText text={same.map(([name]) => name).join(', ')} />{' '}
        <button type="button" className="text-button" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </button>
      </p>
      {shown && <Declaration value={Object.fromEntries(same)} />}
    </>
  );
}

const membersOf = (value: JsonValue): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** Undoes an acceptance: the definition is new again. */
function TakeBack({ server, item }: Omit<ReviewItemProps, 'onDone'>): ReactNode {
  const forget = useOperation('pin.forget', { onError: notifyError });
  return (
    <footer className="review-foot">
      <p className="grow fs12 t2">Take back: it is not used until you accept it again.</p>
      <Button
        variant="default"
        loading={forget.isPending}
        onClick={() => forget.mutate({ serverId: server.id, items: [lookedAt(item)] })}
      >
        Take back the review
      </Button>
    </footer>
  );
}

function Foot({ server, item, onDone }: ReviewItemProps): ReactNode {
  const stopped = isStopped(item.state.kind);
  const gone = item.state.kind === 'gone';
  const keepOld = useOperation('pin.dismiss', { onSuccess: onDone, onError: notifyError });
  const turnOff = useOperation('server.setEnabled', {
    onSuccess: () => notify(`“${server.label}” is off`),
    onError: notifyError,
  });
  return (
    <footer className="review-foot">
      {stopped && (
        <Button
          variant="subtle"
          loading={turnOff.isPending}
          onClick={() => turnOff.mutate({ serverId: server.id, enabled: false })}
        >
          {`Turn off ${server.label}`}
        </Button>
      )}
      <p className="grow fs12 t2">
        {stopped ? (
          <>
            {item.keptOld ? 'The old is kept' : 'Keep old'}: it stays stopped while it differs.
            <br />
            Accept new: pins <span className="mono">{shortOf(item.digest)}</span> and lets it be used again.
          </>
        ) : gone ? (
          'Forget it: if it comes back, it is new.'
        ) : (
          'Accept: pins exactly this. If the server changes it, it is stopped.'
        )}
      </p>
      <AcceptButton
        serverId={server.id}
        items={[item]}
        variant={stopped ? 'default' : 'filled'}
        onDone={onDone}
      >
        {gone ? 'Forget it' : stopped ? 'Accept new' : 'Accept'}
      </AcceptButton>
      {stopped && !item.keptOld && (
        <Button
          variant="filled"
          leftSection={<Icon name="pause" size={14} />}
          loading={keepOld.isPending}
          onClick={() => keepOld.mutate({ serverId: server.id, items: [lookedAt(item)] })}
        >
          Keep old
        </Button>
      )}
    </footer>
  );
}

const lookedAt = ({ kind, name, digest }: PinItem): ViewedItem => ({ kind, name, digest });

const shortOf = (digest: string | null): string =>
  digest === null ? 'nothing' : `${digest.slice(0, 4)}…${digest.slice(-2)}`;

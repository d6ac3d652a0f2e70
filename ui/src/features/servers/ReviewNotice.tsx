import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerId, ServerSnapshot } from '../../api/generated/contract';
import { isTogether, singleReason, usePins, waits } from '../../api/pins';
import { useOperation } from '../../api/queries';
import { AcceptButton } from '../../components/AcceptButton';
import { Note } from '../../components/Note';
import { VisibleText } from '../../components/VisibleText';
import { count, formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';

/** What of a server waits for the person's look: what it declares, and the program it is. */
export function ReviewNotice({ server }: { server: ServerSnapshot }): ReactNode {
  return (
    <>
      <Definitions server={server} />
      <Program server={server} />
    </>
  );
}

function Definitions({ server: { id: serverId, review, state } }: { server: ServerSnapshot }): ReactNode {
  const navigate = useNavigate();
  const open = (label: string) => (
    <Button size="xs" onClick={() => void navigate({ to: '/servers/review', search: { server: serverId } })}>
      {label}
    </Button>
  );
  if (review.changed > 0)
    return (
      <Note tone="lamp" icon="pause" role="status" actions={open('Review the change')}>
        <span className="b">
          {review.changed === 1 ? '1 definition is' : `${review.changed} definitions are`} stopped.
        </span>{' '}
        It is something else than you reviewed. What is unchanged goes on.
      </Note>
    );
  if (review.new > 0 && state.kind === 'running')
    return (
      <Note
        tone="lamp"
        icon="shieldCheck"
        role="status"
        actions={
          <>
            {open('Review')}
            <AcceptAll serverId={serverId} />
          </>
        }
      >
        <span className="b">{count(review.new, 'new definition')} to review.</span> Each is used only after
        you have looked at what a model would be told.
        <Single serverId={serverId} />
      </Note>
    );
  if (review.gone > 0 && state.kind === 'running')
    return (
      <Note icon="info" actions={open('Show')}>
        {count(review.gone, 'definition')} you reviewed {review.gone === 1 ? 'is' : 'are'} gone.
      </Note>
    );
  return null;
}

/** For a server the person trusts: all of what is new, by one click. */
function AcceptAll({ serverId }: { serverId: ServerId }): ReactNode {
  const pins = usePins(serverId);
  const waiting = (pins.data ?? []).filter(waits);
  const items = waiting.filter(isTogether);
  if (items.length === 0) return null;
  return (
    <AcceptButton size="xs" serverId={serverId} items={items}>
      {`Accept all ${items.length}${items.length < waiting.length ? ' others' : ''}`}
    </AcceptButton>
  );
}

/** How many definitions no *accept all* takes, and why. */
function Single({ serverId }: { serverId: ServerId }): ReactNode {
  const items = (usePins(serverId).data ?? []).filter((item) => waits(item) && !isTogether(item));
  const reasons = new Set(items.flatMap(({ single }) => single).map(singleReason));
  if (items.length === 0) return null;
  return (
    <>
      {' '}
      <span className="b">{`${items.length} to accept one by one:`}</span> {[...reasons].join(', ')}.
    </>
  );
}

function Program({ server: { id: serverId, programChanged } }: { server: ServerSnapshot }): ReactNode {
  const know = useOperation('pin.acceptProgram', { onError: notifyError });
  if (programChanged === null) return null;
  return (
    <Note
      tone="lamp"
      icon="warning"
      role="status"
      actions={
        <Button size="xs" loading={know.isPending} onClick={() => know.mutate({ serverId })}>
          I know
        </Button>
      }
    >
      {programChanged.before === null ? (
        <span className="b">Its program is another file now,</span>
      ) : (
        <>
          <span className="b">Another program is started now:</span>{' '}
          <code>
            <VisibleText text={programChanged.path} />
          </code>{' '}
          instead of{' '}
          <code>
            <VisibleText text={programChanged.before} />
          </code>
          ,
        </>
      )}{' '}
      noticed {formatMoment(programChanged.at)}. After an update that is as it should be.
    </Note>
  );
}

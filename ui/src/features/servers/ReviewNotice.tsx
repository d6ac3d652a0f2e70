import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerId, ServerSnapshot } from '../../api/generated/contract';
import { isTogether, singleReason, waits } from '../../api/pins';
import { useAnswer, useOperation } from '../../api/queries';
import { AcceptButton } from '../../entities/review/AcceptButton';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { formatList, formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';

/** What of a server has to be reviewed: what it declares, and its executable. */
export function ReviewNotice({ server }: { server: ServerSnapshot }): ReactNode {
  return (
    <>
      <Definitions server={server} />
      <Program server={server} />
    </>
  );
}

function Definitions({
  server: { id: serverId, label, review, state },
}: {
  server: ServerSnapshot;
}): ReactNode {
  const navigate = useNavigate();
  const open = (text: string) => (
    <Button size="xs" onClick={() => void navigate({ to: '/approvals', search: { server: serverId } })}>
      {text}
    </Button>
  );
  if (review.changed > 0)
    return (
      <Note tone="lamp" icon="pause" role="status" actions={open(t('servers.review.changes'))}>
        <span className={layout.b}>{t('servers.review.blocked', { count: review.changed })}</span>{' '}
        {t('servers.review.blockedHelp')}
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
            {open(t('common.review'))}
            <AcceptAll serverId={serverId} />
          </>
        }
      >
        <span className={layout.b}>{t('servers.review.unreviewed', { count: review.new })}</span>{' '}
        {t('servers.review.unreviewedHelp')}
        <Single serverId={serverId} />
      </Note>
    );
  if (review.gone > 0 && state.kind === 'running')
    return (
      <Note icon="info" actions={open(t('common.view'))}>
        {t('servers.review.gone', { count: review.gone, server: label })}
      </Note>
    );
  return null;
}

/** For a server the person trusts: all of what is new, by one click. */
function AcceptAll({ serverId }: { serverId: ServerId }): ReactNode {
  const pins = useAnswer('pin.list', { serverId });
  const waiting = (pins.data ?? []).filter(waits);
  const items = waiting.filter(isTogether);
  if (items.length === 0) return null;
  return (
    <AcceptButton size="xs" of={[{ serverId, items }]}>
      {t(items.length < waiting.length ? 'servers.review.approveOthers' : 'servers.review.approveAll')}
    </AcceptButton>
  );
}

/** How many definitions *Approve all* leaves out, and why. */
function Single({ serverId }: { serverId: ServerId }): ReactNode {
  const items = (useAnswer('pin.list', { serverId }).data ?? []).filter(
    (item) => waits(item) && !isTogether(item),
  );
  const reasons = new Set(items.flatMap((item) => item.single.map((reason) => singleReason(reason, item))));
  if (items.length === 0) return null;
  return (
    <>
      {' '}
      <span className={layout.b}>{t('servers.review.single', { count: items.length })}</span>{' '}
      {formatList([...reasons])}.
    </>
  );
}

function Program({ server: { id: serverId, programChanged } }: { server: ServerSnapshot }): ReactNode {
  const know = useOperation('pin.acceptProgram', { onError: notifyError });
  if (programChanged === null) return null;
  const { before } = programChanged;
  return (
    <Note
      tone="lamp"
      icon="warning"
      role="status"
      actions={
        <Button size="xs" loading={know.isPending} onClick={() => know.mutate({ serverId })}>
          {t('common.accept')}
        </Button>
      }
    >
      <span className={layout.b}>{t('servers.review.executable')}</span>
      {before !== null && ' '}
      {before !== null &&
        t.rich('servers.review.executableMoved', {
          before: () => (
            <code>
              <VisibleText text={before} />
            </code>
          ),
          now: () => (
            <code>
              <VisibleText text={programChanged.path} />
            </code>
          ),
        })}{' '}
      {t('servers.review.executableHelp', { time: formatMoment(programChanged.at) })}
    </Note>
  );
}

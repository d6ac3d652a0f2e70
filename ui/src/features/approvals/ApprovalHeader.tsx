import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Approval, ApprovalCause, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { Arguments } from '../../entities/policy/Arguments';
import { ClientLink } from '../../entities/client/ClientLink';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { originText } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { Heading } from './Heading';
import { useNow } from '../../lib/now';
import { argumentsText, placeText, waitingText } from './words';
import { Tooltip } from '../../kit/Tooltip';
import { cx } from '../../lib/cx';
import { HostHeader } from './HostHeader';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** More of the arguments than fits on a line in any window. */
const LINE = 300;

interface ApprovalHeaderProps {
  approval: Approval;
  icon: ThemedIcon | null;
  /** Whether it still waits. */
  clock: 'waits' | 'over';
}

/** Who asks, where it really comes from, and because of what. The host's own words; the server's only as names. */
export function ApprovalHeader({ approval, icon, clock }: ApprovalHeaderProps): ReactNode {
  const { request } = approval;
  return (
    <HostHeader
      tile={<ServerIcon icon={icon} size={32} />}
      title={<Heading approval={approval} />}
      origin={<VisibleText text={originText(approval.origin)} />}
      facts={
        <>
          {approval.callsItself !== null && (
            <span className={cx(layout.t3, layout.wrap)}>
              <ReportedName name={approval.callsItself} />
            </span>
          )}
          <span className={cx(layout.t3, layout.num)}>
            {t('approvals.request.number', { number: approval.number })}
          </span>
        </>
      }
      since={clock === 'waits' ? approval.openedAt : null}
      waits={<Waits approval={approval} />}
    >
      {request.kind === 'link' ? (
        <p className={cx(styles['host-cause'], layout.fs12, layout.t3, layout.wrap)}>
          {t('approvals.request.source', { place: placeText(request.place) })}
        </p>
      ) : approval.possibleCauses.length > 0 ? (
        <PossibleCauses causes={approval.possibleCauses} />
      ) : approval.cause === null ? (
        <p className={cx(styles['host-cause'], layout.fs12, layout.t3, layout.wrap)}>
          {request.kind === 'sample' && request.app !== null
            ? t('approvals.request.appRequest', { uri: visibleString(request.app) })
            : t('common.noCall')}
        </p>
      ) : (
        <Cause cause={approval.cause} words={causeWords(approval)} />
      )}
    </HostHeader>
  );
}

/** Whose call a request is about. */
function causeWords({ request }: Approval): ReactNode {
  if (request.kind !== 'call') return t('approvals.request.causedBy');
  const { app, client } = request.call;
  if (client !== null)
    return t.rich('approvals.request.clientCall', { client: () => <ClientLink name={client} /> });
  return app === null
    ? t('approvals.request.yourCall')
    : t('approvals.request.appCall', { uri: visibleString(app) });
}

/** The calls that were open when a request came that names none. */
function PossibleCauses({ causes }: { causes: readonly ApprovalCause[] }): ReactNode {
  return (
    <>
      <p className={cx(styles['host-cause'], layout.fs12, layout.t3, layout.wrap)}>
        {t('approvals.request.possibleCauses')}
      </p>
      <ul className={styles['host-causes']} aria-label={t('records.part.possibleCauses')}>
        {causes.map((cause) => (
          <li key={cause.callId}>
            <Cause cause={cause} words={t('approvals.request.perhapsCausedBy')} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ReportedName({ name }: { name: string }): ReactNode {
  return t.rich('approvals.request.reportedName', { name: () => <VisibleText text={name} /> });
}

/** The call, with its arguments on one line; all of them at a press. */
function Cause({ cause, words }: { cause: ApprovalCause; words: ReactNode }): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const line = argumentsText(cause.arguments);
  return (
    <>
      <div className={cx(styles['host-cause'], layout.fs12)}>
        <span className={layout.t3}>{words}</span>
        <span className={cx(layout.mono, layout.b, layout.wrap)}>
          <VisibleText text={cause.tool} />
        </span>
        {line !== '' && (
          <Tooltip
            label={t(open ? 'approvals.request.collapseArguments' : 'approvals.request.showArguments')}
          >
            <button
              type="button"
              className={cx(styles['host-line'], layout.mono, layout.t2)}
              aria-expanded={open}
              aria-controls={id}

              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'down' : 'right'} size={12} />
              <span className={layout.cut}>
                <VisibleText text={line.slice(0, LINE)} />
              </span>
            </button>
          </Tooltip>
        )}
      </div>
      {/* There from the start, for whom the button speaks of it. */}
      <div id={id} className={cx(styles['host-arguments'], layout.scrolls, layout.fs12)} hidden={!open}>
        {open && <Arguments value={cause.arguments} />}
      </div>
    </>
  );
}

/** How long already; with calls behind it, that their clocks stand still meanwhile. */
function Waits({ approval }: { approval: Approval }): ReactNode {
  const now = useNow();
  const stopped = approval.cause !== null || approval.possibleCauses.length > 0;
  return (
    <>
      <Icon name={stopped ? 'pause' : 'clock'} size={14} />
      {t(stopped ? 'approvals.request.timeoutPaused' : 'common.pending')}
      <span className={styles['host-waits-time']}>{waitingText(now - approval.openedAt)}</span>
    </>
  );
}

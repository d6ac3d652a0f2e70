import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Approval, ApprovalCause, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import { Arguments } from '../../components/policy/Arguments';
import { ServerIcon } from '../../components/ServerIcon';
import { VisibleText } from '../../components/VisibleText';
import '../../components/marks.css';
import { approvalSentence } from '../../lib/approvals';
import { formatClock, originText } from '../../lib/format';
import { useNow } from './useNow';
import { argumentsText, placeText, waitingText } from './words';
import { ServerName } from '../../components/ServerName';

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
  return (
    <header className="host">
      <div className="row host-top">
        <ServerIcon icon={icon} size={32} />
        <div className="grow">
          <h2>
            <ServerName label={approval.serverLabel} /> {approvalSentence(approval)}
          </h2>
          <p className="host-origin fs12 t2">
            <span className="mono wrap">
              <VisibleText text={originText(approval.origin)} />
            </span>
            {approval.callsItself !== null && (
              <span className="t3 wrap">
                calls itself “<VisibleText text={approval.callsItself} />”
              </span>
            )}
          </p>
        </div>
        {clock === 'waits' && <Waits approval={approval} />}
      </div>
      {approval.request.kind === 'link' ? (
        <p className="host-cause fs12 t3 wrap">
          You clicked at it: {placeText(approval.request.place)}. The server does not hear of it.
        </p>
      ) : approval.possibleCauses.length > 0 ? (
        <PossibleCauses causes={approval.possibleCauses} />
      ) : approval.cause === null ? (
        <p className="host-cause fs12 t3 wrap">
          No call of a tool is known to cause this. The server may ask on its own, or because of a resource or
          a prompt you get from it.
        </p>
      ) : (
        <Cause
          cause={approval.cause}
          words={approval.request.kind === 'call' ? 'Your call' : 'Caused by your call'}
        />
      )}
    </header>
  );
}

/** The calls that were open when a question came that names none. */
function PossibleCauses({ causes }: { causes: readonly ApprovalCause[] }): ReactNode {
  return (
    <>
      <p className="host-cause fs12 t3 wrap">
        It does not say which call it belongs to.{' '}
        {causes.length === 1 ? 'This call was open' : 'These calls were open'} when it came:
      </p>
      <ul className="host-causes" aria-label="Calls it may belong to">
        {causes.map((cause) => (
          <li key={cause.callId}>
            <Cause cause={cause} words="Perhaps your call" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The call, with its arguments on one line; all of them at a press. */
function Cause({ cause, words }: { cause: ApprovalCause; words: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const line = argumentsText(cause.arguments);
  return (
    <>
      <div className="host-cause fs12">
        <span className="t3">{words}</span>
        <span className="mono b wrap">
          <VisibleText text={cause.tool} />
        </span>
        {line !== '' && (
          <button
            type="button"
            className="host-line mono t2"
            aria-expanded={open}
            aria-controls={id}
            title={open ? 'Fold the arguments' : 'Show all of the arguments'}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'down' : 'right'} size={12} />
            <span className="cut">
              <VisibleText text={line.slice(0, LINE)} />
            </span>
          </button>
        )}
      </div>
      {/* There from the start, for whom the button speaks of it. */}
      <div id={id} className="host-arguments scrolls fs12" hidden={!open}>
        {open && <Arguments value={cause.arguments} />}
      </div>
    </>
  );
}

/** Since when; with calls behind it, that their clocks stand still meanwhile. */
function Waits({ approval }: { approval: Approval }): ReactNode {
  const now = useNow();
  const stopped = stoppedClocks(approval);
  return (
    <span className="waiting-mark num" title={`Since ${formatClock(approval.openedAt)}`}>
      <Icon name={stopped === null ? 'clock' : 'pause'} size={14} />
      {stopped ?? 'Waiting'}
      <span className="host-waits-time">{waitingText(now - approval.openedAt)}</span>
    </span>
  );
}

function stoppedClocks({ cause, possibleCauses }: Approval): string | null {
  if (cause !== null || possibleCauses.length === 1) return 'Call clock stopped';
  return possibleCauses.length > 1 ? 'Call clocks stopped' : null;
}

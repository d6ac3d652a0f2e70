import type { ReactNode } from 'react';
import type { Ask, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import { ServerIcon } from '../../components/ServerIcon';
import { VisibleText } from '../../components/VisibleText';
import '../../components/marks.css';
import { formatClock, originText } from '../../lib/format';
import { useNow } from './useNow';
import { argumentsText, askSentence, placeText, waitingText } from './words';

interface AskHeaderProps {
  ask: Ask;
  icon: ThemedIcon | null;
  /** Whether it still waits. */
  clock: 'waits' | 'over';
}

/** Who asks, where it really comes from, and because of what. The host's own words; the server's only as names. */
export function AskHeader({ ask, icon, clock }: AskHeaderProps): ReactNode {
  return (
    <header className="host">
      <div className="row host-top">
        <ServerIcon icon={icon} size={32} />
        <div className="grow">
          <h2>
            {ask.serverLabel} {askSentence(ask)}
          </h2>
          <p className="host-origin fs12 t2">
            <span className="mono wrap">
              <VisibleText text={originText(ask.origin)} />
            </span>
            {ask.callsItself !== null && (
              <span className="t3 wrap">
                calls itself “<VisibleText text={ask.callsItself} />”
              </span>
            )}
          </p>
        </div>
        {clock === 'waits' && <Waits ask={ask} />}
      </div>
      {ask.question.kind === 'link' ? (
        <p className="host-cause fs12 t3 wrap">
          You clicked at it: {placeText(ask.question.place)}. The server does not hear of it.
        </p>
      ) : ask.cause === null ? (
        <p className="host-cause fs12 t3">No call of yours is running there: the server asks on its own.</p>
      ) : (
        <p className="host-cause fs12">
          <span className="t3">{ask.question.kind === 'call' ? 'Your call' : 'Caused by your call'}</span>
          <span className="mono b">
            <VisibleText text={ask.cause.tool} />
          </span>
          <span className="mono t2 cut">
            <VisibleText text={argumentsText(ask.cause.arguments)} />
          </span>
        </p>
      )}
    </header>
  );
}

/** Since when; with a call behind it, that its clock stands still meanwhile. */
function Waits({ ask }: { ask: Ask }): ReactNode {
  const now = useNow();
  return (
    <span className="held-mark num" title={`Since ${formatClock(ask.openedAt)}`}>
      <Icon name={ask.cause === null ? 'clock' : 'pause'} size={14} />
      {ask.cause === null ? 'Waiting' : 'Call clock stopped'}
      <span className="host-waits-time">{waitingText(now - ask.openedAt)}</span>
    </span>
  );
}

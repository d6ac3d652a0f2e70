import type { ReactNode } from 'react';
import type { ClosedAsk } from '../../api/asks';
import type { Answer, Ask, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import { ServerIcon } from '../../components/ServerIcon';
import { VisibleText } from '../../components/VisibleText';
import { formatMoment } from '../../lib/format';
import { useNow } from './useNow';
import { askSentence, capital, isYes, kindIcon, overText, sentence, waitingText } from './words';

interface AskRowProps {
  ask: Ask;
  icon: ThemedIcon | null;
}

/** A question that waits: whose, what, from where, how long already. */
export function AskRow({ ask, icon }: AskRowProps): ReactNode {
  return (
    <>
      <span className="ask-kind">
        <Icon name={kindIcon(ask)} />
      </span>
      <span className="ask-words">
        <span className="ask-who">
          <ServerIcon icon={icon} size={14} />
          <span className="bb cut">{ask.serverLabel}</span>
          <Waiting since={ask.openedAt} />
        </span>
        <span className="ask-what cut">{capital(askSentence(ask))}</span>
        <span className="fs11 t3 cut">
          {ask.cause === null ? 'on its own' : 'from '}
          {ask.cause !== null && (
            <span className="mono ask-tool">
              <VisibleText text={ask.cause.tool} />
            </span>
          )}
        </span>
      </span>
    </>
  );
}

interface OverRowProps {
  over: ClosedAsk;
  answer: Answer['kind'] | undefined;
  icon: ThemedIcon | null;
}

/** A question that is over, and how it ended. */
export function OverRow({ over, answer, icon }: OverRowProps): ReactNode {
  return (
    <>
      <span className="ask-kind ask-kind-over">
        <Icon name={answer === undefined ? kindIcon(over.ask) : isYes(answer) ? 'check' : 'close'} />
      </span>
      <span className="ask-words">
        <span className="ask-who">
          <ServerIcon icon={icon} size={14} />
          <span className="b cut">{over.ask.serverLabel}</span>
          <span className="end fs11 t3 num">{formatMoment(over.closedAt)}</span>
        </span>
        <span className="t2 cut">{overText(over, answer)}</span>
        {answer === undefined && (
          <span className="fs11 t3 cut">
            <VisibleText text={sentence(over.reason)} />
          </span>
        )}
      </span>
    </>
  );
}

function Waiting({ since }: { since: number }): ReactNode {
  return <span className="end fs11 t3 num">{waitingText(useNow() - since)}</span>;
}

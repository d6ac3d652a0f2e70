import type { ReactNode } from 'react';
import type { Ask, ThemedIcon } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import { ServerIcon } from '../../components/ServerIcon';
import { VisibleText } from '../../components/VisibleText';
import { useNow } from './useNow';
import { askSentence } from '../../lib/asks';
import { capital, causeText, kindIcon, waitingText } from './words';

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
          {ask.cause === null ? causeText(ask) : 'from '}
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

/** How long something waits already. */
export function Waiting({ since }: { since: number }): ReactNode {
  return <span className="end fs11 t3 num">{waitingText(useNow() - since)}</span>;
}

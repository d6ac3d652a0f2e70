import type { ReactNode } from 'react';
import type { Ask, ThemedIcon } from '../../api/generated/contract';
import { AskHeader } from './AskHeader';
import { CallAsk } from './CallAsk';
import { FormAsk } from './FormAsk';
import { isKind } from './kinds';
import { RootsAsk } from './RootsAsk';
import { SampleAsk } from './SampleAsk';
import { UrlAsk } from './UrlAsk';
import './approvals.css';

interface AskDetailProps {
  ask: Ask;
  icon: ThemedIcon | null;
}

/** One question, in the host's own chrome: who asks and why, what it is about, and answers that each say what they do. */
export function AskDetail({ ask, icon }: AskDetailProps): ReactNode {
  return (
    <article className="ask-detail" aria-label={`Question of ${ask.serverLabel}`}>
      <AskHeader ask={ask} icon={icon} clock="waits" />
      {isKind(ask, 'elicitForm') && <FormAsk ask={ask} icon={icon} />}
      {isKind(ask, 'elicitUrl') && <UrlAsk ask={ask} icon={icon} />}
      {isKind(ask, 'sample') && <SampleAsk ask={ask} icon={icon} />}
      {isKind(ask, 'call') && <CallAsk ask={ask} />}
      {isKind(ask, 'roots') && <RootsAsk ask={ask} />}
    </article>
  );
}

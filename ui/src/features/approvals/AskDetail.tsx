import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Ask, ThemedIcon } from '../../api/generated/contract';
import { AskHeader } from './AskHeader';
import { CallAsk } from './CallAsk';
import { FormAsk } from './FormAsk';
import { isKind } from './kinds';
import { LinkAsk } from './LinkAsk';
import { RootsAsk } from './RootsAsk';
import { SampleAsk } from './sampling/SampleAsk';
import { UrlAsk } from './UrlAsk';
import './approvals.css';

interface AskDetailProps {
  ask: Ask;
  icon: ThemedIcon | null;
}

/** One question, in the host's own chrome: who asks and why, what it is about, and answers that each say what they do. */
export function AskDetail({ ask, icon }: AskDetailProps): ReactNode {
  const drawn = useDrawn();
  return (
    <article className="ask-detail" aria-label={`Question of ${ask.serverLabel}`}>
      <AskHeader ask={ask} icon={icon} clock="waits" />
      {/* A dialog needs something to focus from the start. */}
      {isKind(ask, 'link') && <LinkAsk ask={ask} />}
      {drawn && <Body ask={ask} icon={icon} />}
    </article>
  );
}

function Body({ ask, icon }: AskDetailProps): ReactNode {
  return (
    <>
      {isKind(ask, 'elicitForm') && <FormAsk ask={ask} icon={icon} />}
      {isKind(ask, 'elicitUrl') && <UrlAsk ask={ask} icon={icon} />}
      {isKind(ask, 'sample') && <SampleAsk ask={ask} icon={icon} />}
      {isKind(ask, 'call') && <CallAsk ask={ask} />}
      {isKind(ask, 'roots') && <RootsAsk ask={ask} />}
    </>
  );
}

/** Whether who asks is on the screen already: a long form, the first of a run most of all, must not hold that up. */
function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      // The frame that begins now still has to be painted.
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn;
}

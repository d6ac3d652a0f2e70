import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Approval, ThemedIcon } from '../../api/generated/contract';
import { ApprovalHeader } from './ApprovalHeader';
import { CallApproval } from './CallApproval';
import { FormApproval } from './FormApproval';
import { isKind } from './kinds';
import { LinkApproval } from './LinkApproval';
import { RootsApproval } from './RootsApproval';
import { SampleApproval } from './sampling/SampleApproval';
import { UrlApproval } from './UrlApproval';
import './approvals.css';

interface ApprovalDetailProps {
  ask: Approval;
  icon: ThemedIcon | null;
}

/** One question, in the host's own chrome: who asks and why, what it is about, and answers that each say what they do. */
export function ApprovalDetail({ ask, icon }: ApprovalDetailProps): ReactNode {
  const drawn = useDrawn();
  return (
    <article className="approval-detail" aria-label={`Question of ${ask.serverLabel}`}>
      <ApprovalHeader ask={ask} icon={icon} clock="waits" />
      {/* A dialog needs something to focus from the start. */}
      {isKind(ask, 'link') && <LinkApproval ask={ask} />}
      {drawn && <Body ask={ask} icon={icon} />}
    </article>
  );
}

function Body({ ask, icon }: ApprovalDetailProps): ReactNode {
  return (
    <>
      {isKind(ask, 'elicitForm') && <FormApproval ask={ask} icon={icon} />}
      {isKind(ask, 'elicitUrl') && <UrlApproval ask={ask} icon={icon} />}
      {isKind(ask, 'sample') && <SampleApproval ask={ask} icon={icon} />}
      {isKind(ask, 'call') && <CallApproval ask={ask} />}
      {isKind(ask, 'roots') && <RootsApproval ask={ask} />}
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

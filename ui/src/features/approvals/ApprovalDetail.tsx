import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Approval, ThemedIcon } from '../../api/generated/contract';
import { t } from '../../words/translate';
import { ApprovalHeader } from './ApprovalHeader';
import { CallApproval } from './CallApproval';
import { FormApproval } from './FormApproval';
import type { Chosen } from './keptFocus';
import { isKind } from './kinds';
import { LinkApproval } from './LinkApproval';
import { RootsApproval } from './RootsApproval';
import { SampleApproval } from './sampling/SampleApproval';
import { UrlApproval } from './UrlApproval';
import styles from './approvals.module.css';

interface ApprovalDetailProps {
  approval: Approval;
  icon: ThemedIcon | null;
  /** The request, if the person has picked it in the list. */
  picked?: Chosen | null;
}

/** One question, in the host's own chrome: who asks and why, what it is about, and answers that each say what they do. */
export function ApprovalDetail({ approval, icon, picked = null }: ApprovalDetailProps): ReactNode {
  const drawn = useDrawn();
  return (
    <article
      className={styles['approval-detail']}
      aria-label={t('approvals.request.label', { server: approval.serverLabel })}
    >
      <ApprovalHeader approval={approval} icon={icon} clock="waits" />
      {/* A dialog needs something to focus from the start. */}
      {isKind(approval, 'link') && <LinkApproval approval={approval} />}
      {drawn && <Body approval={approval} icon={icon} picked={picked} />}
    </article>
  );
}

function Body({ approval, icon, picked = null }: ApprovalDetailProps): ReactNode {
  return (
    <>
      {isKind(approval, 'elicitForm') && <FormApproval approval={approval} icon={icon} picked={picked} />}
      {isKind(approval, 'elicitUrl') && <UrlApproval approval={approval} icon={icon} />}
      {isKind(approval, 'sample') && <SampleApproval approval={approval} icon={icon} picked={picked} />}
      {isKind(approval, 'call') && <CallApproval approval={approval} />}
      {isKind(approval, 'roots') && <RootsApproval approval={approval} />}
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

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ClosedApproval } from '../../api/approvals';
import type { Answer, ThemedIcon } from '../../api/generated/contract';
import { CopyButton } from '../../components/CopyButton';
import { Note } from '../../components/Note';
import { Quote } from '../../components/Quote';
import { VisibleText } from '../../components/VisibleText';
import { formatMoment } from '../../lib/format';
import { ApprovalHeader } from './ApprovalHeader';
import { forgetDraft, typedText } from './drafts';
import { isYes, overText, sentence, serverText } from './words';

interface ApprovalClosedPaneProps {
  over: ClosedApproval;
  answer: Answer['kind'] | undefined;
  icon: ThemedIcon | null;
}

/** A question that is over: what it was, and why nothing can be answered any more. */
export function ApprovalClosedPane({ over, answer, icon }: ApprovalClosedPaneProps): ReactNode {
  const { approval, reason, closedAt } = over;
  const said = serverText(approval);
  // Kept for as long as this is looked at, and no longer.
  const [typed] = useState(() => typedText(approval.id));
  useEffect(() => forgetDraft(approval.id), [approval.id]);
  return (
    <article className="approval-detail" aria-label={`${approval.serverLabel}: over`}>
      <ApprovalHeader approval={approval} icon={icon} clock="over" />
      <div className="approval-fields scrolls">
        <Note tone={isYes(answer) ? 'ok' : 'plain'} icon={isYes(answer) ? 'check' : 'info'} role="status">
          <span className="b">{overText(over, answer)}</span> {formatMoment(closedAt)}.{' '}
          {answer === undefined && <VisibleText text={`${sentence(reason)} Nothing was sent from here.`} />}
        </Note>
        {typed !== null && answer === undefined && (
          <section aria-label="What you had typed">
            <div className="row approval-head">
              <h3>What you had typed</h3>
              <span className="t3 fs12">it was not sent, and is not kept</span>
              <span className="end">
                <CopyButton label="Copy what you had typed" text={() => typed} />
              </span>
            </div>
            <pre className="approval-typed">
              <VisibleText text={typed} />
            </pre>
          </section>
        )}
        {said !== null && <Quote server={{ label: approval.serverLabel, icon }} block text={said} />}
      </div>
    </article>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepAnswer } from '../../api/approvals';
import type { Answer, Approval, HeldCall as Held } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { AnswerButton } from '../../components/AnswerButton';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { AllowMenu } from '../../components/policy/AllowMenu';
import { Arguments } from '../../components/policy/Arguments';
import { HeldEffects, HeldReason } from '../../components/policy/HeldReason';
import { VisibleText } from '../../components/VisibleText';

interface HeldCallProps {
  ask: Approval;
  held: Held;
}

/** A call that waits for the person's word, where they have started it: exactly what would be sent, and yes or no. */
export function HeldCall({ ask, held }: HeldCallProps): ReactNode {
  const sending = useOperation('approval.answer', { onError: () => keepAnswer(ask.id, null) });
  const answer = (given: Answer): void => {
    if (sending.isPending) return;
    keepAnswer(ask.id, given.kind);
    sending.mutate({ askId: ask.id, answer: given });
  };
  const run = { kind: 'run', arguments: held.arguments } as const;
  return (
    <section className="held" aria-label="Confirm this call">
      <div className="held-head">
        <Icon name="shieldWarning" />
        <div className="grow">
          <h3>
            Run <VisibleText text={held.title} /> on {ask.serverLabel}?
          </h3>
          <p role="status">
            <HeldReason held={held} serverLabel={ask.serverLabel} /> Nothing has been sent.
          </p>
        </div>
      </div>
      <div className="held-body">
        <div className="row">
          <span className="label">What will be sent</span>
          <Link to="/approvals" search={{ item: ask.id }} className="text-button end fs12">
            Change it
          </Link>
        </div>
        <Arguments value={held.arguments} />
        <HeldEffects held={held} />
        {sending.isError && <ErrorNotice error={sending.error} />}
      </div>
      <div className="held-foot">
        <AnswerButton color="danger" onClick={() => answer({ kind: 'decline' })}>
          Decline
        </AnswerButton>
        <AnswerButton
          variant="subtle"
          title="Declines, and never runs this tool again"
          onClick={() => answer({ kind: 'never' })}
        >
          Never
        </AnswerButton>
        <span className="end row">
          <AllowMenu onPick={(grant) => answer({ ...run, grant })} />
          <AnswerButton variant="filled" onClick={() => answer({ ...run, grant: { kind: 'once' } })}>
            Run once
          </AnswerButton>
        </span>
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { keepAnswer } from '../../api/approvals';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { AddressPane } from './AddressPane';
import { AnswerButton } from '../../components/AnswerButton';
import { AnswerEffects } from './AnswerEffects';
import { LINK_EFFECTS } from './effects';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';

/** An address the person has clicked at. It opens in their own browser, never here, and only from this button. */
export function LinkApproval({ approval }: { approval: ApprovalOf<'link'> }): ReactNode {
  const { address } = approval.request;
  const { send, error } = useAnswering(approval);
  const visit = useOperation('approval.openUrl');
  const open = (): void => {
    if (visit.isPending) return;
    // Remembered first: the question may be over before this promise says so.
    keepAnswer(approval.id, 'visited');
    visit.mutateAsync({ approvalId: approval.id }).catch(() => keepAnswer(approval.id, null));
  };
  return (
    <>
      <div className="approval-fields scrolls">
        <AddressPane approval={approval} />
        {visit.isError && <ErrorNotice error={visit.error} />}
        {error !== null && <ErrorNotice error={error} />}
        <AnswerEffects effects={LINK_EFFECTS} />
      </div>
      <footer className="host-foot">
        <AnswerButton variant="subtle" shortcut="C" onClick={() => send({ kind: 'cancel' })}>
          Cancel
        </AnswerButton>
        <span className="host-why grow">
          {address.refused === null ? (
            <>
              Opens <b className="wrap">{address.host}</b> in your default browser
            </>
          ) : (
            'Nothing is opened.'
          )}
        </span>
        <AnswerButton usable={address.refused === null} variant="filled" shortcut="mod+Enter" onClick={open}>
          Open in browser
        </AnswerButton>
      </footer>
    </>
  );
}

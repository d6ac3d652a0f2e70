import type { ReactNode } from 'react';
import { keepAnswer } from '../../api/approvals';
import { useOperation } from '../../api/queries';
import { AddressPane, OpenHelp } from '../../entities/approval/AddressPane';
import { AnswerButton } from '../../kit/AnswerButton';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { t } from '../../words/translate';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { anotherHost } from './words';
import { AnswerPane, Give } from './AnswerPane';

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
    <AnswerPane
      refusing={
        <AnswerButton variant="subtle" onClick={() => send({ kind: 'cancel' })}>
          {t('common.cancel')}
        </AnswerButton>
      }
      giving={
        <Give usable={address.refused === null} onClick={open}>
          {t('approvals.url.open')}
        </Give>
      }
      help={<OpenHelp address={address} />}
    >
      <AddressPane address={address} otherHost={anotherHost(approval)} />
      {visit.isError && <ErrorNotice error={visit.error} />}
      {error !== null && <ErrorNotice error={error} />}
    </AnswerPane>
  );
}

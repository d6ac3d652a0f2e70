import { Modal } from '../../kit/controls';
import type { ReactNode } from 'react';
import { keepAnswer } from '../../api/approvals';
import type { Approval } from '../../api/generated/contract';
import { useOperation, useServers } from '../../api/queries';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { ApprovalDetail } from './ApprovalDetail';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** The question about an address the person has just clicked at, over the page it stands on. Closing it is a cancel. */
export function LinkDialog({ approval }: { approval: Approval }): ReactNode {
  const answer = useOperation('approval.answer', { onError: notifyError });
  const server = useServers().data?.find(({ id }) => id === approval.serverId);
  const cancel = (): void => {
    keepAnswer(approval.id, 'cancel');
    answer.mutate({ approvalId: approval.id, answer: { kind: 'cancel' } });
  };
  return (
    <Modal
      opened
      onClose={cancel}
      centered
      size="xl"
      padding={0}
      title={t('approvals.url.dialog')}
      withCloseButton={false}
      classNames={{ header: layout['sr-only'], body: styles['link-dialog'] }}
      transitionProps={{ duration: 0 }}
    >
      <ApprovalDetail key={approval.id} approval={approval} icon={server?.icon ?? null} />
    </Modal>
  );
}

import type { ReactNode } from 'react';
import type { AgentSnapshot } from '../../api/generated/contract';
import { Modal } from '../../kit/controls';

interface AgentDialogProps {
  /** The agent whose file is changed; `null` = the dialog is closed. */
  agent: AgentSnapshot | null;
  title: (agent: AgentSnapshot) => string;
  onClose: () => void;
  children: (agent: AgentSnapshot) => ReactNode;
}

/** The dialog about a change of an agent's file. It stays while it is closed, so that it gives the focus back. */
export function AgentDialog({ agent, title, onClose, children }: AgentDialogProps): ReactNode {
  return (
    <Modal
      opened={agent !== null}
      onClose={onClose}
      centered
      size="xl"
      title={agent !== null && title(agent)}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {agent !== null && children(agent)}
    </Modal>
  );
}

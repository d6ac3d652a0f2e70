import type { ReactNode } from 'react';
import type { AgentSnapshot } from '../../api/generated/contract';
import { Modal } from '../../kit/controls';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';
import { FileChange } from './FileChange';

interface ConnectDialogProps {
  /** The agent to connect; `null` = the dialog is closed. */
  agent: AgentSnapshot | null;
  onClose: () => void;
}

/** Connects an agent, after what is written into its file was shown. */
export function ConnectDialog({ agent, onClose }: ConnectDialogProps): ReactNode {
  return (
    // It stays while it is closed, so that it gives the focus back.
    <Modal
      opened={agent !== null}
      onClose={onClose}
      centered
      size="xl"
      title={agent !== null && t('agents.preview.title', { agent: agent.name })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {agent !== null && (
        <FileChange
          agent={agent}
          removed={null}
          onWritten={() => {
            notify(t('agents.done.connected', { agent: agent.name }));
            onClose();
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

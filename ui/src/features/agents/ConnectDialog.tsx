import type { ReactNode } from 'react';
import type { AgentSnapshot } from '../../api/generated/contract';
import { notify } from '../../lib/notify';
import { t } from '../../words/translate';
import { AgentDialog } from './AgentDialog';
import { FileChange } from './FileChange';

interface ConnectDialogProps {
  /** The agent to connect; `null` = the dialog is closed. */
  agent: AgentSnapshot | null;
  onClose: () => void;
}

/** Connects an agent, after what is written into its file was shown. */
export function ConnectDialog({ agent, onClose }: ConnectDialogProps): ReactNode {
  return (
    <AgentDialog
      agent={agent}
      title={({ name }) => t('agents.preview.title', { agent: name })}
      onClose={onClose}
    >
      {(open) => (
        <FileChange
          agent={open}
          removed={null}
          onWritten={() => {
            notify(t('agents.done.connected', { agent: open.name }));
            onClose();
          }}
          onClose={onClose}
        />
      )}
    </AgentDialog>
  );
}

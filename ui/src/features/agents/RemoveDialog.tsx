import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { AgentSnapshot, ImportedServer } from '../../api/generated/contract';
import { Checkbox } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { notify } from '../../lib/notify';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { AgentDialog } from './AgentDialog';
import { FileChange } from './FileChange';
import styles from './agents.module.css';

interface RemoveDialogProps {
  /** The agent whose file it is; `null` = the dialog is closed. */
  agent: AgentSnapshot | null;
  onWritten: () => void;
  onClose: () => void;
}

/** Removes servers that Usher has too from an agent's file: those that the person chooses, after the change was shown. */
export function RemoveDialog({ agent, onWritten, onClose }: RemoveDialogProps): ReactNode {
  return (
    <AgentDialog
      agent={agent}
      title={({ name }) => t('agents.imported.title', { agent: name })}
      onClose={onClose}
    >
      {(open) => <Remove agent={open} onWritten={onWritten} onClose={onClose} />}
    </AgentDialog>
  );
}

interface RemoveProps extends RemoveDialogProps {
  agent: AgentSnapshot;
}

function Remove({ agent, onWritten, onClose }: RemoveProps): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { name, file, imported } = agent;
  const removed = useMemo(
    () => imported.map((server) => server.name).filter((server) => chosen.has(server)),
    [imported, chosen],
  );
  const choose = (server: string, on: boolean) =>
    setChosen(new Set(on ? [...chosen, server] : [...chosen].filter((other) => other !== server)));
  return (
    <div className={styles.dialog}>
      <p>{t('agents.imported.help', { agent: name })}</p>
      {agent.state.kind === 'notConnected' && (
        <Note tone="lamp">{t('agents.imported.notConnected', { agent: name })}</Note>
      )}
      <div role="group" aria-label={t('agents.imported.list')}>
        {imported.map((server) => (
          <Choice
            key={server.name}
            server={server}
            isChosen={chosen.has(server.name)}
            onChoose={(on) => choose(server.name, on)}
          />
        ))}
      </div>
      {removed.length === 0 && <p className={cx(layout.fs12, layout.t2)}>{t('agents.imported.select')}</p>}
      <FileChange
        agent={agent}
        removed={removed}
        onWritten={() => {
          notify(t('agents.done.serversRemoved', { file, agent: name }));
          onWritten();
          onClose();
        }}
        onClose={onClose}
      />
    </div>
  );
}

interface ChoiceProps {
  server: ImportedServer;
  isChosen: boolean;
  onChoose: (on: boolean) => void;
}

function Choice({ server: { name, label, enabled }, isChosen, onChoose }: ChoiceProps): ReactNode {
  return (
    <Checkbox
      className={styles.choice}
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
      label={<VisibleText text={name} />}
      description={[
        t('agents.imported.inUsher', { name: label }),
        ...(enabled ? [] : [t('agents.imported.disabled')]),
      ].join(' · ')}
    />
  );
}

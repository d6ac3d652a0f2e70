import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { AgentSnapshot, AgentUndone } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { MessageText } from '../../entities/message/MessageText';
import { Chip } from '../../kit/Chip';
import { Button } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { formatUptime } from '../../lib/format';
import { notify } from '../../lib/notify';
import { sheet } from '../../lib/panels';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { AgentClient } from './AgentClient';
import { ByHand } from './ByHand';
import styles from './agents.module.css';

const TONES = { connected: 'ok', notConnected: 'plain', differs: 'acc', refused: 'lamp' } as const;

interface AgentRowProps {
  agent: AgentSnapshot;
  /** Whether it takes the focus if nothing has it. */
  takesFocus: boolean;
  onConnect: () => void;
  onRemoveImported: () => void;
}

/** What the main button of an agent does. */
interface Action {
  label: string;
  /** The label with the agent. */
  name: string;
  run: () => void;
}

/** An agent, whether it is connected, and what can be done about it. */
export function AgentRow({ agent, takesFocus, onConnect, onRemoveImported }: AgentRowProps): ReactNode {
  const { id, file, imported, name, removed, state } = agent;
  const undo = useOperation('agent.undo', { onSuccess: sayUndone });
  const remove = useOperation('agent.remove', { onSuccess: sayUndone });
  const outcome = undo.data ?? remove.data;
  const error = undo.error ?? remove.error;
  const begin = (operation: typeof undo) => {
    undo.reset();
    remove.reset();
    operation.mutate({ id, file });
  };
  const undoRemoval: Action = {
    label: t('agents.undoRemoval'),
    name: t('agents.undoRemovalOf', { agent: name }),
    run: () => begin(undo),
  };
  const main = ((): Action | null => {
    if (state.kind === 'refused') return null;
    if (state.kind === 'notConnected') {
      return { label: t('agents.connect'), name: t('agents.connectOf', { agent: name }), run: onConnect };
    }
    if (removed.length > 0) return undoRemoval;
    return agent.writtenAt === null
      ? { label: t('common.remove'), name: t('agents.removeOf', { agent: name }), run: () => begin(remove) }
      : { label: t('common.undo'), name: t('agents.undoOf', { agent: name }), run: () => begin(undo) };
  })();
  const mainButton = useRef<HTMLButtonElement>(null);
  const hasFocus = useRef(false);
  const takeFocus = () => {
    if (document.activeElement === document.body) mainButton.current?.focus();
  };
  useEffect(() => {
    // The button that had the focus is gone, because what it offers was done.
    if (hasFocus.current) takeFocus();
  });
  useEffect(() => {
    if (takesFocus) takeFocus();
  }, [takesFocus]);
  return (
    <li className={styles.row} aria-label={name}>
      <span className={styles.initial} aria-hidden>
        {name.slice(0, 1)}
      </span>
      <div className={styles.what}>
        <div className={styles.name}>
          <h2>{name}</h2>
          <Chip tone={TONES[state.kind]}>{t(`agents.state.${state.kind}`)}</Chip>
        </div>
        <p className={cx(layout.mono, layout.t2, layout.wrap)}>
          <VisibleText text={file} />
        </p>
        <p className={cx(layout.fs12, layout.t3)}>{facts(agent).join(' · ')}</p>
        <AgentClient agent={agent} />
        {state.kind === 'refused' && (
          <div className={styles.refused}>
            <Note tone="lamp">
              <MessageText message={state.reason} />
            </Note>
            <ByHand text={state.byHand} change="add" />
          </div>
        )}
        {outcome?.kind === 'refused' && (
          <Note tone="bad" role="alert">
            <MessageText message={outcome.reason} />
          </Note>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </div>
      <div
        className={styles.actions}
        onFocus={() => (hasFocus.current = true)}
        onBlur={() => (hasFocus.current = false)}
      >
        {agent.importable > 0 && (
          <Button
            size="md"
            variant="subtle"
            aria-label={t('agents.importOf', { count: agent.importable, agent: name })}
            onClick={() => sheet.set({ kind: 'import', apps: [name] })}
          >
            {t('common.importServers', { count: agent.importable })}
          </Button>
        )}
        {imported.length > 0 && (
          <Button
            size="md"
            variant="subtle"
            aria-label={t('agents.removeImportedOf', { count: imported.length, agent: name })}
            onClick={onRemoveImported}
          >
            {t('agents.removeImported', { count: imported.length })}
          </Button>
        )}
        {state.kind === 'notConnected' && removed.length > 0 && (
          <Button
            size="md"
            variant="subtle"
            loading={undo.isPending}
            aria-label={undoRemoval.name}
            onClick={undoRemoval.run}
          >
            {undoRemoval.label}
          </Button>
        )}
        {state.kind === 'differs' && (
          <Button size="md" aria-label={t('agents.updateOf', { agent: name })} onClick={onConnect}>
            {t('agents.update')}
          </Button>
        )}
        {/* One button, whatever it does: the focus stays on it when that changes. */}
        {main !== null && (
          <Button
            ref={mainButton}
            size="md"
            loading={undo.isPending || remove.isPending}
            aria-label={main.name}
            onClick={main.run}
          >
            {main.label}
          </Button>
        )}
      </div>
    </li>
  );
}

function facts({ ownServers, limits }: AgentSnapshot): string[] {
  return [
    t('agents.own', { count: ownServers }),
    ...(limits.callSeconds === null
      ? []
      : [t('agents.timeout', { duration: formatUptime(limits.callSeconds * 1_000) })]),
    ...(limits.tools === null ? [] : [t('agents.tools', { count: limits.tools })]),
  ];
}

function sayUndone(undone: AgentUndone): void {
  switch (undone.kind) {
    case 'restored':
      return notify(t('agents.done.restored', { file: undone.agent.file }));
    case 'entryRemoved':
      return notify(t('agents.done.removed', { file: undone.agent.file }));
    case 'serversAdded':
      return notify(t('agents.done.serversAdded', { file: undone.agent.file }));
    case 'nothing':
      return notify(t('agents.done.nothing', { file: undone.agent.file }));
    case 'refused':
      return undefined;
  }
}

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Sheet } from '../../components/Sheet';
import { count } from '../../lib/format';
import { notify } from '../../lib/notify';
import { sheet } from '../../lib/panels';
import { DefinitionFields } from './DefinitionFields';
import type { Draft } from './draft';
import { PasteField } from './PasteField';
import { TestPanel } from './TestPanel';
import { useServerForm } from './useServerForm';
import './servers.css';

interface ServerSheetProps {
  /** The server being edited; `null` = a new one. */
  serverId: ServerId | null;
  drafts: Draft[];
  paste: string;
}

/** Adds a server, or changes one. */
export function ServerSheet({ serverId, drafts, paste }: ServerSheetProps): ReactNode {
  const form = useServerForm({ drafts, paste, serverId });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const close = () => sheet.set({ kind: 'closed' });
  const tryClose = () => (form.changed || form.paste.trim() !== paste.trim() ? setAsking(true) : close());
  const show = (id: ServerId) => navigate({ to: '/servers', search: { server: id } });

  const save = async () => {
    const server = await form.saveOne();
    if (server === null) return;
    if (form.drafts.length > 1) {
      notify(`${server.label} added`);
      form.drop();
      return;
    }
    close();
    await show(server.id);
  };
  const addAll = async () => {
    const saved = await form.saveAll();
    if (saved.length > 0) notify(`${count(saved.length, 'server')} added`);
    if (saved.length < form.drafts.length) return;
    close();
    if (saved[0] !== undefined) await show(saved[0].id);
  };

  const title = serverId === null ? 'Add a server' : 'Edit server';
  return (
    <Sheet
      title={title}
      onClose={tryClose}
      footer={
        asking ? (
          <Asking onStay={() => setAsking(false)} onLeave={close} />
        ) : (
          <Answers form={form} onCancel={tryClose} onSave={() => void save()} />
        )
      }
    >
      {serverId === null && <PasteField form={form} onAddAll={() => void addAll()} />}
      <DefinitionFields form={form} />
      {form.error !== null && <Refused form={form} />}
      <TestPanel test={form.test} label={form.draft.label} />
    </Sheet>
  );
}

type Form = ReturnType<typeof useServerForm>;

/** The core's refusal: in one line, when its fields already say what is wrong. */
function Refused({ form }: { form: Form }): ReactNode {
  if (form.error === null) return null;
  return <ErrorNotice error={form.error} />;
}

function Asking({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }): ReactNode {
  return (
    <>
      <p className="grow" role="alert">
        Close and lose what you typed?
      </p>
      <Button size="md" color="danger" onClick={onLeave}>
        Close without saving
      </Button>
      <Button size="md" variant="filled" onClick={onStay} autoFocus>
        Keep editing
      </Button>
    </>
  );
}

interface AnswersProps {
  form: Form;
  onCancel: () => void;
  onSave: () => void;
}

/** The likely next step is filled: test first, then save. */
function Answers({ form, onCancel, onSave }: AnswersProps): ReactNode {
  const { test, save } = form;
  const saving = save.kind === 'saving';
  const running = test.kind === 'running';
  const passed = test.kind === 'done' && test.report.failure === null;
  const tested = test.kind === 'done' || test.kind === 'refused';
  const testButton = (
    <Button
      size="md"
      variant={passed ? 'default' : 'filled'}
      loading={running}
      disabled={saving}
      leftSection={<Icon name="refresh" size={14} />}
      onClick={() => void form.runTest()}
    >
      {tested ? 'Test again' : 'Test connection'}
    </Button>
  );
  const saveButton = (
    <Button
      size="md"
      variant={passed ? 'filled' : 'default'}
      loading={saving}
      disabled={running}
      onClick={onSave}
    >
      {passed ? 'Save' : 'Save without a test'}
    </Button>
  );
  return (
    <>
      <Button size="md" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
      <span className="grow" />
      {passed ? testButton : saveButton}
      {passed ? saveButton : testButton}
    </>
  );
}

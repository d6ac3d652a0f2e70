import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useAnswer, useServers } from '../../api/queries';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { Sheet } from '../../kit/Sheet';
import { VisibleText } from '../../kit/VisibleText';
import { notify } from '../../lib/notify';
import { sheet } from '../../lib/panels';
import { DefinitionFields } from './DefinitionFields';
import { emptyDraft, holdsSecret } from './draft';
import { tokenOf, useWebtoolDiscovery } from './useWebtoolDiscovery';
import { WebtoolFound } from './WebtoolFound';
import { PasteField } from './PasteField';
import { Refused } from './Refused';
import { TestPanel } from './TestPanel';
import { useServerForm } from './useServerForm';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

/** Adds a server. */
export function ServerSheet({ paste }: { paste: string }): ReactNode {
  const [drafts] = useState(() => [emptyDraft()]);
  const form = useServerForm({ drafts, paste, serverId: null });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const webtool = useWebtoolDiscovery();
  const close = () => sheet.set({ kind: 'closed' });
  const tryClose = () => (form.changed || form.paste.trim() !== paste.trim() ? setAsking(true) : close());
  const show = (id: ServerId, then: { view?: 'signIn' } = {}) =>
    navigate({ to: '/servers', search: { server: id, ...then } });

  const several = form.drafts.length > 1;
  const save = async () => {
    const server = await form.saveOne();
    if (server === null) return;
    if (several) {
      notify(t('serverForm.added', { server: server.label }));
      form.drop();
      return;
    }
    close();
    await show(server.id, form.verdict === 'needsSignIn' ? { view: 'signIn' } : {});
  };
  const addAll = async () => {
    const saved = await form.saveAll();
    if (saved.length > 0) notify(t('serverForm.addedSeveral', { count: saved.length }));
    if (saved.length < form.wanted.length) return;
    close();
    if (saved[0] !== undefined) await show(saved[0].id);
  };

  const test = async () => {
    // A new address may be a webtool: one look at it comes before it is spoken to as a server.
    const isNewAddress = form.draft.kind === 'http' && form.draft.url.trim() !== '';
    const found = isNewAddress ? await webtool.look(form.draft) : 'none';
    if (found === 'none') await form.runTest();
  };
  // What was found at a URL that was edited afterwards is not shown.
  const refused =
    webtool.looking.kind === 'broken' || webtool.looking.kind === 'none' ? webtool.looking.message : '';
  const found =
    webtool.looking.kind === 'found' && webtool.looking.of.url === form.draft.url ? webtool.looking : null;
  const preview = found?.preview ?? form.document;
  if (preview !== undefined) {
    return (
      <WebtoolFound
        key={preview.sha256}
        preview={preview}
        label={found?.of.label ?? ''}
        token={found === null ? null : tokenOf(found.of)}
        onBack={() => (found === null ? form.setPaste('') : webtool.forget())}
        onClose={close}
      />
    );
  }

  return (
    <Sheet
      title={t('common.addServer')}
      onClose={tryClose}
      notice={[form.draft, ...form.wanted].some(holdsSecret) && <KeyringNote show="always" />}
      footer={
        asking ? (
          <Asking onStay={() => setAsking(false)} onLeave={close} />
        ) : (
          <Answers
            form={form}
            looking={webtool.looking.kind === 'running'}
            onCancel={tryClose}
            onTest={() => void test()}
            onSave={() => void save()}
          />
        )
      }
    >
      <PasteField form={form} onAddAll={() => void addAll()} />
      <DefinitionFields form={form} />
      {form.draft.kind === 'http' && form.draft.url.trim() === '' && <DemoWebtool form={form} />}
      <Refused error={form.error} />
      {webtool.looking.kind === 'broken' && (
        <Note tone="bad" role="alert">
          <span className={layout.b}>{t('serverForm.webtool.invalid')}</span> <VisibleText text={refused} />
        </Note>
      )}
      <TestPanel test={form.test} label={form.draft.label} serverId={null} onCancel={form.cancelTest} />
      {webtool.looking.kind === 'none' && refused !== '' && form.verdict === 'failed' && (
        <Note>
          <span className={layout.b}>{t('serverForm.webtool.none')}</span> <VisibleText text={refused} />
        </Note>
      )}
    </Sheet>
  );
}

type Form = ReturnType<typeof useServerForm>;

/** While the demo server runs, its webtool can be tried. */
function DemoWebtool({ form }: { form: Form }): ReactNode {
  const { data: servers = [] } = useServers();
  const address = useAnswer('app.info', {}).data?.demoWebtool ?? null;
  const runs = servers.some(({ origin, state }) => origin.kind === 'builtIn' && state.kind === 'running');
  if (!runs || address === null) return null;
  return (
    <p className={cx(layout.fs12, layout.t2)}>
      {t('serverForm.webtool.help')}{' '}
      <Button size="xs" variant="subtle" onClick={() => form.change({ url: address })}>
        {t('serverForm.webtool.demo')}
      </Button>
    </p>
  );
}

function Asking({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }): ReactNode {
  return (
    <>
      <p className={layout.grow} role="alert">
        {t('serverForm.discard.question')}
      </p>
      <Button size="md" color="danger" onClick={onLeave}>
        {t('common.discard')}
      </Button>
      <Button size="md" variant="filled" onClick={onStay} autoFocus>
        {t('serverForm.discard.stay')}
      </Button>
    </>
  );
}

/** What saving does here and now. Of several servers none is signed in to: the sheet stays for the others. */
function saveLabel({ verdict, drafts }: Form): string {
  if (verdict === 'works') return t('common.save');
  if (verdict !== 'needsSignIn') return t('serverForm.save.untested');
  return t(drafts.length > 1 ? 'common.save' : 'serverForm.save.signIn');
}

interface AnswersProps {
  form: Form;
  looking: boolean;
  onTest: () => void;
  onCancel: () => void;
  onSave: () => void;
}

/** The likely next step is filled: test first, then save. */
function Answers({ form, looking, onCancel, onTest, onSave }: AnswersProps): ReactNode {
  const { test, save, verdict } = form;
  const saving = save.kind === 'saving';
  const running = looking || test.kind === 'running';
  const passed = verdict === 'works' || verdict === 'needsSignIn';
  const tested = test.kind === 'done' || test.kind === 'refused';
  const testButton = (
    <Button
      size="md"
      variant={passed ? 'default' : 'filled'}
      loading={running}
      disabled={saving}
      leftSection={<Icon name="refresh" size={14} />}
      onClick={onTest}
    >
      {t(tested ? 'serverForm.test.again' : 'serverForm.test.run')}
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
      {saveLabel(form)}
    </Button>
  );
  return (
    <>
      <Button size="md" variant="subtle" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <span className={layout.grow} />
      {passed ? testButton : saveButton}
      {passed ? saveButton : testButton}
    </>
  );
}

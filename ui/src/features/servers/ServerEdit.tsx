import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { notify } from '../../lib/notify';
import { statePart } from '../../lib/store';
import { t } from '../../words/translate';
import { DefinitionFields } from './DefinitionFields';
import { holdsSecret } from './draft';
import type { Draft } from './draft';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { Refused } from './Refused';
import styles from './serverDetail.module.css';
import { TestPanel } from './TestPanel';
import { useServerForm } from './useServerForm';

/** What was changed and not saved yet. It may hold secrets, so it lives in memory only. */
const unsaved = statePart(() => new Map<ServerId, Draft>());

interface ServerEditProps {
  serverId: ServerId;
  stored: Draft;
}

/** The configuration of a server as a form. What is not saved stays while the person looks elsewhere. */
export function ServerEdit({ serverId, stored }: ServerEditProps): ReactNode {
  const [start] = useState(() => ({ drafts: [unsaved().get(serverId) ?? stored], stored }));
  const navigate = useNavigate();
  const form = useServerForm({ ...start, paste: '', serverId });
  const { draft, changed } = form;
  useEffect(() => {
    if (changed) unsaved().set(serverId, draft);
    else unsaved().delete(serverId);
  }, [serverId, draft, changed]);
  const saving = form.save.kind === 'saving';
  const testing = form.test.kind === 'running';
  const wantsSignIn = form.verdict === 'needsSignIn';
  const save = async () => {
    if (changed) {
      if ((await form.saveOne()) === null) return;
      notify(t('common.saved'));
    }
    if (wantsSignIn) await navigate({ to: '/servers', search: { server: serverId, view: 'signIn' } });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DefinitionFields form={form} />
      <Refused error={form.error} />
      <TestPanel test={form.test} label={draft.label} serverId={serverId} onCancel={form.cancelTest} />
      {holdsSecret(draft) && <KeyringNote show="always" />}
      <div className={styles.answers}>
        <Button
          type="submit"
          size="md"
          variant="filled"
          loading={saving}
          disabled={!(changed || wantsSignIn) || testing}
        >
          {wantsSignIn ? t(changed ? 'serverForm.save.signIn' : 'common.signIn') : t('common.save')}
        </Button>
        <Button size="md" loading={testing} disabled={saving} onClick={() => void form.runTest()}>
          {t('serverForm.test.run')}
        </Button>
        <Button size="md" variant="subtle" disabled={!changed || saving} onClick={form.reset}>
          {t('servers.configuration.reset')}
        </Button>
      </div>
    </form>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientProfile } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Button, Modal, TextInput } from '../../kit/controls';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { TokenShown } from './TokenShown';

/** What a client may see at first. */
const EVERYTHING: ClientProfile = {
  sources: { kind: 'all' },
  hiddenTools: [],
  prompts: 'offered',
  resources: 'offered',
  names: 'withServer',
  answers: { elicitation: 'person', sampling: 'person', roots: 'person' },
};

/** Asks for the name of a client over HTTP, and then shows its token. */
export function AddHttpClient({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const add = useOperation('client.addHttp');
  const added = add.data;
  const close = () => {
    onClose();
    if (added !== undefined) void navigate({ to: '/clients', search: { item: added.client.id } });
  };
  return (
    <Modal
      opened
      onClose={close}
      centered
      // A token that was not copied is lost, so a press beside it does not take it away.
      closeOnClickOutside={added === undefined}
      title={t('clients.http.add')}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {added === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') add.mutate({ name: name.trim(), profile: EVERYTHING });
          }}
        >
          <TextInput
            label={t('common.name')}
            description={t('clients.http.nameHelp')}
            maxLength={64}
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {add.isError && <ErrorNotice error={add.error} />}
          <div className={cx(layout.row, layout['dialog-actions'])}>
            <Button size="md" variant="subtle" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button
              size="md"
              type="submit"
              variant="filled"
              disabled={name.trim() === ''}
              loading={add.isPending}
            >
              {t('clients.http.create')}
            </Button>
          </div>
        </form>
      ) : (
        <TokenShown made={added} onDone={close} />
      )}
    </Modal>
  );
}

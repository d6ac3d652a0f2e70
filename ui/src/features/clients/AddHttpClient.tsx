import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClientProfile } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { NameForm } from '../../entities/layout/NameForm';
import { Modal } from '../../kit/controls';
import { t } from '../../words/translate';
import { TokenShown } from './TokenShown';

/** What a client may see at first. */
const EVERYTHING: ClientProfile = {
  sources: { kind: 'all' },
  hiddenTools: [],
  prompts: 'offered',
  resources: 'offered',
  names: 'withServer',
  listing: 'automatic',
  favoriteTools: [],
  answers: { elicitation: 'person', sampling: 'person', roots: 'person', approvals: 'person' },
};

/** Asks for the name of a client over HTTP, and then shows its token. */
export function AddHttpClient({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
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
        <NameForm
          label={t('common.name')}
          description={t('clients.http.nameHelp')}
          submit={t('clients.http.create')}
          isPending={add.isPending}
          error={add.error}
          onSubmit={(name) => add.mutate({ name, profile: EVERYTHING })}
          onCancel={close}
        />
      ) : (
        <TokenShown made={added} onDone={close} />
      )}
    </Modal>
  );
}

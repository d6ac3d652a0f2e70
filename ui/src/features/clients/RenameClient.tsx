import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { renamedClient } from '../../entities/client/clientActions';
import { NameDialog } from '../../entities/layout/NameDialog';
import { useStore } from '../../lib/store';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** Asks for the new name of a client, while one is wanted. */
export function RenameClient(): ReactNode {
  const client = useStore(renamedClient);
  return client !== null && <NewName client={client} />;
}

const close = () => renamedClient.set(null);

function NewName({ client }: { client: ClientSnapshot }): ReactNode {
  const rename = useOperation('client.rename', { onSuccess: close });
  return (
    <NameDialog
      title={t('common.renameOf', { client: visibleString(client.name) })}
      label={t('common.name')}
      description={t('clients.renameHelp')}
      initial={client.name}
      submit={t('clients.rename')}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate({ clientId: client.id, name })}
      onCancel={close}
    />
  );
}

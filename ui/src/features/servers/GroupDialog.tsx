import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { NameDialog } from '../../entities/layout/NameDialog';
import { newGroupFor } from '../../entities/server/groupActions';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';

/** Asks for the name of a new group, while one is wanted. */
export function GroupDialog(): ReactNode {
  const server = useStore(newGroupFor);
  return server !== null && <NewGroup server={server} />;
}

const close = () => newGroupFor.set(null);

function NewGroup({ server }: { server: ServerSnapshot }): ReactNode {
  const setGroup = useOperation('server.setGroup', { onSuccess: close });
  return (
    <NameDialog
      title={t('servers.group.title', { server: server.label })}
      label={t('servers.group.name')}
      submit={t('servers.group.create')}
      isPending={setGroup.isPending}
      error={setGroup.error}
      onSubmit={(group) => setGroup.mutate({ serverIds: [server.id], group })}
      onCancel={close}
    />
  );
}

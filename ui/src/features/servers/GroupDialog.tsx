import { Button, Modal, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { newGroupFor } from '../../entities/server/groupActions';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

/** Asks for the name of a new group, while one is wanted. */
export function GroupDialog(): ReactNode {
  const server = useStore(newGroupFor);
  return server !== null && <NewGroup server={server} />;
}

const close = () => newGroupFor.set(null);

function NewGroup({ server }: { server: ServerSnapshot }): ReactNode {
  const [name, setName] = useState('');
  const setGroup = useOperation('server.setGroup', { onSuccess: close });
  const group = name.trim();
  return (
    <Modal
      opened
      onClose={close}
      centered
      size="sm"
      title={t('servers.group.title', { server: server.label })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (group !== '') setGroup.mutate({ serverIds: [server.id], group });
        }}
      >
        <TextInput
          label={t('servers.group.name')}
          maxLength={64}
          value={name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {setGroup.isError && <ErrorNotice error={setGroup.error} />}
        <div className={cx(layout.row, layout['dialog-actions'])}>
          <Button size="md" variant="subtle" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            size="md"
            type="submit"
            variant="filled"
            disabled={group === ''}
            loading={setGroup.isPending}
          >
            {t('servers.group.create')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

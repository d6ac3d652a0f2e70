import { Button, Modal } from '../../kit/controls';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { RemovedServer, ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { notifyError } from '../../lib/notify';
import { ServerName } from '../../entities/server/ServerName';
import { formatNumber } from '../../lib/format';
import { t } from '../../words/translate';

/** Asks before a server is removed; afterwards there are ten seconds to take it back. */
export function RemoveDialog({
  server,
  onClose,
}: {
  server: ServerSnapshot;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const remove = useOperation('server.remove', {
    onSuccess: (removed) => {
      onClose();
      offerUndo(removed);
      return navigate({ to: '/servers', search: {} });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="sm"
      title={t('servers.remove.title', { server: server.label })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <p className="t2">{t('servers.remove.help')}</p>
      {remove.isError && <ErrorNotice error={remove.error} />}
      <div className="row dialog-actions">
        <Button size="md" variant="subtle" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button
          size="md"
          color="danger"
          loading={remove.isPending}
          onClick={() => remove.mutate({ serverId: server.id })}
        >
          {t('common.remove')}
        </Button>
      </div>
    </Modal>
  );
}

function offerUndo(removed: RemovedServer): void {
  const id = `undo-${removed.serverId}`;
  notifications.show({
    id,
    autoClose: false,
    withCloseButton: false,
    classNames: { root: 'toast' },
    message: <Undo removed={removed} onOver={() => notifications.hide(id)} />,
  });
}

function Undo({ removed, onOver }: { removed: RemovedServer; onOver: () => void }): ReactNode {
  const left = useSecondsUntil(removed.undoUntilAt);
  useEffect(() => {
    if (left <= 0) onOver();
  }, [left, onOver]);
  const undo = async () => {
    onOver();
    try {
      await call('server.restore', { serverId: removed.serverId });
    } catch (cause) {
      notifyError(cause);
    }
  };
  return (
    <span className="row">
      <Icon name="trash" />
      <span className="grow cut">
        {t.rich('servers.remove.removed', { server: () => <ServerName label={removed.label} /> })}
      </span>
      <Button size="xs" variant="subtle" color="accent" onClick={() => void undo()}>
        {t.rich('servers.remove.undo', {
          left: () => <span className="num t3 undo-left">{formatNumber(left)}</span>,
        })}
      </Button>
    </span>
  );
}

function useSecondsUntil(at: number): number {
  const remaining = () => Math.max(0, Math.ceil((at - Date.now()) / 1_000));
  const [left, setLeft] = useState(remaining);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((at - Date.now()) / 1_000))), 250);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

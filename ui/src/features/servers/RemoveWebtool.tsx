import { Button, Modal } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WebtoolSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { t } from '../../words/translate';

interface RemoveWebtoolProps {
  webtool: WebtoolSnapshot;
  onClose: () => void;
}

/** Asks before a webtool is removed. */
export function RemoveWebtool({ webtool, onClose }: RemoveWebtoolProps): ReactNode {
  const navigate = useNavigate();
  const remove = useOperation('webtool.remove', {
    onSuccess: () => {
      onClose();
      return navigate({ to: '/servers', search: {} });
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="sm"
      title={t('servers.remove.title', { server: webtool.label })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <p className="t2">{t('servers.remove.webtoolHelp')}</p>
      {remove.isError && <ErrorNotice error={remove.error} />}
      <div className="row dialog-actions">
        <Button size="md" variant="subtle" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button
          size="md"
          color="danger"
          loading={remove.isPending}
          onClick={() => remove.mutate({ webtoolId: webtool.id })}
        >
          {t('common.remove')}
        </Button>
      </div>
    </Modal>
  );
}

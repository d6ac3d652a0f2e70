import { Button, Modal } from '../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation } from '../api/queries';
import { ErrorNotice } from '../entities/message/ErrorNotice';
import { closeAsked } from '../lib/panels';
import { t } from '../words/translate';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';

/** Asks before Usher is closed while servers wait for an answer. */
export function CloseDialog({ questions }: { questions: number }): ReactNode {
  const navigate = useNavigate();
  const close = useOperation('app.close');
  const stay = () => closeAsked.set(null);
  const show = () => {
    stay();
    void navigate({ to: '/approvals', search: {} });
  };
  return (
    <Modal
      opened
      onClose={stay}
      centered
      size="md"
      title={t('app.close.title')}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <p className={layout.t2}>{t('app.close.pending', { count: questions })}</p>
      {close.isError && <ErrorNotice error={close.error} />}
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button size="md" variant="subtle" onClick={show}>
          {t('app.close.show', { count: questions })}
        </Button>
        <Button size="md" variant="default" onClick={stay} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button size="md" color="danger" loading={close.isPending} onClick={() => close.mutate({})}>
          {t('app.close.confirm')}
        </Button>
      </div>
    </Modal>
  );
}

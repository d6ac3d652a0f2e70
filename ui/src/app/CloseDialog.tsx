import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation } from '../api/queries';
import { ErrorNotice } from '../components/ErrorNotice';
import { closeAsked } from '../lib/panels';

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
      title="Close Usher?"
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <p className="t2">
        {questions === 1
          ? '1 question of a server is open. If you close Usher now, it is put away without an answer.'
          : `${questions.toLocaleString('en')} questions of servers are open. If you close Usher now, they are put away without an answer.`}
      </p>
      {close.isError && <ErrorNotice error={close.error} />}
      <div className="row dialog-actions">
        <Button size="md" variant="subtle" onClick={show}>
          {questions === 1 ? 'Show the question' : 'Show the questions'}
        </Button>
        <Button size="md" variant="default" onClick={stay} data-autofocus>
          Keep Usher open
        </Button>
        <Button size="md" color="danger" loading={close.isPending} onClick={() => close.mutate({})}>
          Close Usher
        </Button>
      </div>
    </Modal>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { Modal } from '../../kit/controls';
import { NameForm } from './NameForm';

/** Asks for a name in a dialog of its own. */
export function NameDialog({
  title,
  ...form
}: ComponentProps<typeof NameForm> & { title: string }): ReactNode {
  return (
    <Modal
      opened
      onClose={form.onCancel}
      centered
      size="sm"
      title={title}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <NameForm {...form} />
    </Modal>
  );
}

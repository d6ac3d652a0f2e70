import { Modal as MantineModal } from '@mantine/core';
import type { ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Announcer } from './Announcer';

/** A dialog over the window. */
export function Modal({ children, ...rest }: ModalProps): ReactNode {
  return (
    <MantineModal {...rest}>
      <Announcer />
      {children}
    </MantineModal>
  );
}

Modal.Title = MantineModal.Title;

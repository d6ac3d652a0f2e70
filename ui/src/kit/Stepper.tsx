import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './fields.module.css';

/** The two small buttons in a number field. The arrow keys do the same, so they are no tab stops. */
export function Stepper({ onStep }: { onStep: (direction: 1 | -1) => void }): ReactNode {
  return (
    <span className={styles['stepper']} aria-hidden>
      <ActionIcon size="xs" tabIndex={-1} onClick={() => onStep(-1)}>
        <Icon name="minus" size={14} />
      </ActionIcon>
      <ActionIcon size="xs" tabIndex={-1} onClick={() => onStep(1)}>
        <Icon name="plus" size={14} />
      </ActionIcon>
    </span>
  );
}

/** The room that the buttons take in the field. */
export const STEPPER_WIDTH = 52;

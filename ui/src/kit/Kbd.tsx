import { Kbd as MantineKbd } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** A key, as printed on the keyboard. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <MantineKbd className={styles['key'] ?? ''}>{children}</MantineKbd>;
}

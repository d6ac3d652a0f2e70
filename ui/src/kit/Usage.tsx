import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './usage.module.css';

interface UsageProps {
  label: string;
  value: number;
  most: number;
  /** The two in words. */
  words: string;
}

/** How much of something is used. */
export function Usage({ label, value, most, words }: UsageProps): ReactNode {
  const share = most <= 0 ? 1 : Math.min(1, value / most);
  return (
    <div className={styles['usage']}>
      <div className={styles['words']}>
        <span className={styles['label']}>{label}</span>
        <span>{words}</span>
      </div>
      <Progress.Root size="xs">
        <Progress.Section
          withAria={false}
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={Math.min(value, most)}
          aria-valuetext={words}
          value={share * 100}
          color={share >= 1 ? 'var(--danger-fill)' : 'var(--accent-fill)'}
        />
      </Progress.Root>
    </div>
  );
}

import { Skeleton as Shape } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../words/translate';
import styles from './skeleton.module.css';

const WIDTHS = [58, 44, 66, 50, 38, 62];

/** Rows to come, as grey shapes. */
export function Skeleton({ rows }: { rows: number }): ReactNode {
  return (
    <div className={styles['rows']} role="img" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // Shapes without identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles['row']} aria-hidden>
          <Shape width={20} height={20} />
          <span className={styles['lines']}>
            <Shape height={8} width={`${WIDTHS[index % WIDTHS.length]}%`} />
            <Shape height={6} width={`${WIDTHS[(index + 3) % WIDTHS.length]}%`} />
          </span>
        </div>
      ))}
    </div>
  );
}

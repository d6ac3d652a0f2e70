import { Button } from '../kit/controls';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toApiError } from '../api/client';
import { EmptyState } from '../kit/EmptyState';
import { t } from '../words/translate';
import styles from '../kit/list.module.css';

/** A screen that failed to draw: our mistake, contained, with a way on. The servers run in the core and notice nothing. */
export function Crashed({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <div className={styles.detail} data-part="detail">
      <EmptyState
        icon="warning"
        tone="bad"
        role="alert"
        title={t('app.crashed.title')}
        actions={<Button onClick={reset}>{t('common.retry')}</Button>}
      >
        {t('app.crashed.reason', { message: toApiError(error).message })}
      </EmptyState>
    </div>
  );
}

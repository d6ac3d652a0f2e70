import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import { toApiError } from '../../api/client';
import { presentError } from '../../api/errors';
import type { Tone } from '../../api/errors';
import { EmptyState } from '../../kit/EmptyState';
import { Note } from '../../kit/Note';
import type { NoteTone } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/note.module.css';

const NOTE_TONES: Record<Tone, NoteTone> = { danger: 'bad', lamp: 'lamp', info: 'plain' };

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** `line` beside other things, `pane` where nothing else can be shown. */
  shape?: 'line' | 'pane';
}

/** An error in plain words: what happened, where, what to do, and the raw reason for the curious. */
export function ErrorNotice({ error: cause, onRetry, shape = 'line' }: ErrorNoticeProps): ReactNode {
  const error = toApiError(cause);
  const look = presentError(error);
  const retry =
    onRetry !== undefined && look.retry ? (
      <Button size="xs" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    ) : undefined;
  if (shape === 'pane') {
    const tone = look.tone === 'danger' ? 'bad' : look.tone === 'lamp' ? 'lamp' : 't3';
    return (
      <EmptyState icon="warning" tone={tone} title={look.title} actions={retry} role="alert">
        <VisibleText text={error.message} />
      </EmptyState>
    );
  }
  // Fields at fault say so themselves, where they stand.
  const raw = error.fields.length > 0 ? null : rawText(error.detail);
  return (
    <Note tone={NOTE_TONES[look.tone]} actions={retry} role="alert">
      <span className={layout.b}>{look.title}.</span> <VisibleText text={error.message} />
      {raw !== null && (
        <details className={styles['error-detail']}>
          <summary>{t('common.details')}</summary>
          <pre>
            <VisibleText text={raw} />
          </pre>
        </details>
      )}
    </Note>
  );
}

function rawText(detail: unknown): string | null {
  if (detail === undefined || detail === null) return null;
  return typeof detail === 'string' ? detail : JSON.stringify(detail, null, 2);
}

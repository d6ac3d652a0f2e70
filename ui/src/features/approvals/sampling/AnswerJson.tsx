import type { ReactNode } from 'react';
import type { JsonValue } from '../../../api/generated/contract';
import { JsonView } from '../../../kit/JsonView/JsonView';
import { t } from '../../../words/translate';
import styles from './sampling.module.css';

interface AnswerJsonProps {
  content: readonly JsonValue[];
  stopReason: string;
  /** How the server is told who wrote it. */
  model: string;
}

/** The answer as the result it becomes (2025-11-25, client/sampling). */
export function AnswerJson({ content, stopReason, model }: AnswerJsonProps): ReactNode {
  const [only] = content;
  const whole = content.length === 1 && only !== undefined ? only : [...content];
  return (
    <section aria-label={t('sampling.view.responseJson')} className={styles['sample-json']}>
      <JsonView
        label={t('sampling.view.responseJson')}
        value={{ role: 'assistant', content: whole, model, stopReason }}
      />
    </section>
  );
}

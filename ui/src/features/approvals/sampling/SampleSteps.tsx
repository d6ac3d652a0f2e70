import type { ReactNode } from 'react';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './sampling.module.css';

const STEPS = ['sampling.step.request', 'sampling.step.response'] as const;

/** Which of the two steps this is. */
export function SampleSteps({ step }: { step: 1 | 2 }): ReactNode {
  return (
    <ol className={cx(styles['sample-steps'], layout.fs12)} aria-label={t('sampling.step.label')}>
      {STEPS.map((name, index) => (
        <li key={name} aria-current={step === index + 1 ? 'step' : undefined}>
          <span className={cx(styles.num, layout.num)}>{index + 1}</span> {t(name)}
        </li>
      ))}
    </ol>
  );
}

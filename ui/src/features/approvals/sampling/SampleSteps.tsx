import type { ReactNode } from 'react';
import { t } from '../../../words/translate';

const STEPS = ['sampling.step.request', 'sampling.step.response'] as const;

/** Which of the two steps this is. */
export function SampleSteps({ step }: { step: 1 | 2 }): ReactNode {
  return (
    <ol className="sample-steps fs12" aria-label={t('sampling.step.label')}>
      {STEPS.map((name, index) => (
        <li key={name} aria-current={step === index + 1 ? 'step' : undefined}>
          <span className="num">{index + 1}</span> {t(name)}
        </li>
      ))}
    </ol>
  );
}

import type { ReactNode } from 'react';

const STEPS = ['Request', 'Answer'];

/** Which of the two steps this is. */
export function SampleSteps({ step }: { step: 1 | 2 }): ReactNode {
  return (
    <ol className="sample-steps fs12" aria-label="Steps">
      {STEPS.map((word, index) => (
        <li key={word} aria-current={step === index + 1 ? 'step' : undefined}>
          <span className="num">{index + 1}</span> {word}
        </li>
      ))}
    </ol>
  );
}

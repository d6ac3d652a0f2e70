import type { ReactNode } from 'react';
import type { Effect } from './effects';

/** What each answer does, in words that stand beside the buttons. */
export function AnswerEffects({ effects }: { effects: readonly Effect[] }): ReactNode {
  return (
    <section className="approval-effects" aria-label="What each answer does">
      <h3 className="label">What each answer does</h3>
      <dl className="kv">
        {effects.map(({ answer, effect }) => (
          <div key={answer} className="approval-effect">
            <dt className="b">{answer}</dt>
            <dd className="t2">{effect}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

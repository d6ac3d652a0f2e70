import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { Arguments } from '../../components/policy/Arguments';
import { Chip } from '../../components/Chip';
import { sameJson } from '../../lib/json';
import type { AskOf } from './kinds';

const EFFECTS = [
  { answer: 'Run once', effect: 'sends these arguments; the next call is asked about again' },
  { answer: 'Run and allow', effect: 'sends them, and gives a policy for this tool as it is now' },
  { answer: 'Decline', effect: 'sends nothing; the call ends' },
  { answer: 'Never', effect: 'declines, and gives a policy against this tool' },
];

/** Beside the arguments: exactly what would be sent, and what each answer does. */
export function CallSide({ ask, value }: { ask: AskOf<'call'>; value: JsonValue }): ReactNode {
  const changed = !sameJson(value, ask.question.held.arguments);
  return (
    <aside className="ask-side" aria-label="What will be sent">
      <div className="row">
        <h3>What will be sent</h3>
        {changed && (
          <span className="end">
            <Chip tone="acc">edited by you</Chip>
          </span>
        )}
      </div>
      <Arguments value={value} />
      <div className="ask-effects">
        <h3 className="label">What each answer does</h3>
        <dl className="kv">
          {EFFECTS.map(({ answer, effect }) => (
            <div key={answer} className="ask-effect">
              <dt className="b">{answer}</dt>
              <dd className="t2">{effect}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}

import type { ReactNode } from 'react';
import type { Author } from '../../../api/generated/contract';
import { VisibleText } from '../../../components/VisibleText';
import { AnswerEffects } from '../AnswerEffects';
import { answerEffects } from '../effects';
import type { ApprovalOf } from '../kinds';
import { messagesOf, text } from './sampleParams';
import { isObject } from '../../../lib/json';
import { ServerName } from '../../../components/ServerName';

/** Beside the answer: who wrote it, what it took, and what was asked. */
export function AnswerSide({ approval, by }: { approval: ApprovalOf<'sample'>; by: Author }): ReactNode {
  const { state, params } = approval.request;
  const messages = isObject(params) ? messagesOf(params) : [];
  const last = messages.at(-1);
  const asked = last?.blocks.find((block) => isObject(block) && block['type'] === 'text');
  const done = by === 'model' && state.kind === 'written' ? state.answer : null;
  const run = by === 'model' && (state.kind === 'written' || state.kind === 'writing') ? state.run : null;
  return (
    <aside className="approval-side" aria-label="About the answer">
      <h3>{by === 'person' ? 'Answered by hand' : 'Written by'}</h3>
      {run === null ? (
        <p className="fs12 t2">
          <ServerName label={approval.serverLabel} /> gets this as the model’s message, named as written by a
          person. No model is used.
        </p>
      ) : (
        <dl className="kv num">
          <div className="approval-effect">
            <dt>Model</dt>
            <dd className="wrap">
              <VisibleText text={run.model.model} />
            </dd>
          </div>
          <div className="approval-effect">
            <dt>Provider</dt>
            <dd className="wrap">{run.provider}</dd>
          </div>
          {done !== null && (
            <>
              <div className="approval-effect">
                <dt>Tokens in</dt>
                <dd>{done.tokensIn?.toLocaleString('en') ?? 'not said'}</dd>
              </div>
              <div className="approval-effect">
                <dt>Tokens out</dt>
                <dd>{done.tokensOut?.toLocaleString('en') ?? 'not said'}</dd>
              </div>
            </>
          )}
        </dl>
      )}
      <AnswerEffects
        effects={answerEffects(
          approval,
          by,
          by === 'model' && state.kind === 'writing' ? 'writing' : 'written',
        )}
      />
      {isObject(asked) && (
        <section className="approval-effects" aria-label="What was asked">
          <h3 className="label">What was asked last</h3>
          <p className="fs12 t2 quote-text sample-asked">
            <VisibleText text={text(asked['text'])} />
          </p>
        </section>
      )}
    </aside>
  );
}

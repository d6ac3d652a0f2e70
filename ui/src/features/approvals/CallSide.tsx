import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { Arguments } from '../../components/policy/Arguments';
import { Chip } from '../../components/Chip';
import { sameJson } from '../../lib/json';
import { AnswerEffects } from './AnswerEffects';
import { CALL_EFFECTS } from './effects';
import type { ApprovalOf } from './kinds';

/** Beside the arguments: exactly what would be sent, and what each answer does. */
export function CallSide({ approval, value }: { approval: ApprovalOf<'call'>; value: JsonValue }): ReactNode {
  const changed = !sameJson(value, approval.request.call.arguments);
  return (
    <aside className="approval-side" aria-label="What will be sent">
      <div className="row">
        <h3>What will be sent</h3>
        {changed && (
          <span className="end">
            <Chip tone="acc">edited by you</Chip>
          </span>
        )}
      </div>
      <Arguments value={value} />
      <AnswerEffects effects={CALL_EFFECTS} />
    </aside>
  );
}

import type { ModelAnswer } from '../../api/generated/contract';
import { isObject, text, type JsonObject } from '../../lib/json';
import { t } from '../../words/translate';

/** An answer of a model, or in its place, as it is written and shown. */
export interface DraftAnswer {
  blocks: readonly DraftBlock[];
  stopReason: string;
}

export type DraftBlock =
  | { kind: 'text'; key: number; text: string }
  | {
      kind: 'use';
      key: number;
      /** All of the block but its arguments. */
      raw: JsonObject;
      /** The arguments as text, which may be no JSON yet. */
      input: string;
    };

/** What a model wrote, as a draft. */
export function draftOf({ content, stopReason }: Pick<ModelAnswer, 'content' | 'stopReason'>): DraftAnswer {
  return {
    stopReason: stopReason ?? 'endTurn',
    blocks: content.map((block, key) => {
      if (!isObject(block) || block['type'] !== 'tool_use') {
        return { kind: 'text', key, text: isObject(block) ? text(block['text']) : '' };
      }
      const { input, ...raw } = block;
      return { kind: 'use', key, raw, input: JSON.stringify(input ?? {}, null, 2) };
    }),
  };
}

export const STOP_REASONS = ['endTurn', 'toolUse', 'stopSequence', 'maxTokens'] as const;

/** Why a model stopped, in words where the reason is one of the protocol's. */
export function stopReasonText(reason: string): string {
  const known = STOP_REASONS.find((each) => each === reason);
  if (known === undefined) return reason;
  return t(`sampling.response.${known === 'toolUse' ? 'stoppedForTool' : known}`);
}

import { useState } from 'react';
import type {
  ApprovalId,
  JsonValue,
  ModelAnswer,
  ModelRef,
  SamplingBudget,
} from '../../../api/generated/contract';
import { isObject, readSentJson } from '../../../lib/json';
import type { JsonObject, JsonReading } from '../../../lib/json';
import { setNewest } from '../../../lib/boundedMap';
import { statePart } from '../../../lib/store';
import { t } from '../../../words/translate';
import type { DraftAnswer, DraftBlock } from '../../../entities/sampling/draftAnswer';

type JsonProblem = Extract<JsonReading, { kind: 'problem' }>;

/** What a person has made of one request to a model, and of its answer. */
export interface SampleDraft {
  params: JsonObject;
  view: 'parts' | 'json';
  /** What stands in the JSON view, where it is not simply `params` written out. */
  raw: string | null;
  /** Raised with every change of the parameters. */
  version: number;
  model: ModelRef | null;
  budget: SamplingBudget | null;
  /** Where the person is; `follow` = wherever the model is. */
  step: 'follow' | 'request' | 'hand';
  hand: DraftAnswer;
  /** The changed answer of a model, and of which. */
  edited: { of: ModelAnswer; answer: DraftAnswer } | null;
}

/** Kept as long as the window is open, so that looking elsewhere loses nothing. */
const drafts = statePart(() => new Map<ApprovalId, SampleDraft>());
const KEPT = 50;

/** The draft of one request. Key the caller by the question's id. */
export function useSampleDraft(
  approvalId: ApprovalId,
  params: JsonValue,
): readonly [SampleDraft, (change: Partial<SampleDraft>) => void] {
  const [draft, setDraft] = useState<SampleDraft>(() => drafts().get(approvalId) ?? newDraft(params));
  const change = (part: Partial<SampleDraft>): void => {
    setDraft((before) => {
      const version = part.params === undefined ? before.version : before.version + 1;
      const raw = part.params === undefined ? before.raw : null;
      const next = { ...before, raw, ...part, version };
      setNewest(drafts(), approvalId, next, KEPT);
      return next;
    });
  };
  return [draft, change];
}

export function forgetSample(approvalId: ApprovalId): void {
  drafts().delete(approvalId);
}

/** What was written of an answer, as text to take elsewhere; `null` = nothing. */
export function sampleText(approvalId: ApprovalId): string | null {
  const draft = drafts().get(approvalId);
  const blocks = draft?.edited?.answer.blocks ?? draft?.hand.blocks ?? [];
  const typed = blocks.map((block) => (block.kind === 'text' ? block.text : block.input)).join('\n\n');
  return typed.trim() === '' ? null : typed;
}

function newDraft(params: JsonValue): SampleDraft {
  return {
    params: isObject(params) ? params : {},
    view: 'parts',
    raw: null,
    version: 0,
    model: null,
    budget: null,
    step: 'follow',
    hand: { blocks: [{ kind: 'text', key: 0, text: '' }], stopReason: 'endTurn' },
    edited: null,
  };
}

/** Why what stands in the JSON view is no request, and where. */
export function rawProblem({ raw }: SampleDraft): JsonProblem | null {
  if (raw === null) return null;
  const read = readSentJson(raw);
  if (read.kind === 'problem') return read;
  if (isObject(read.value)) return null;
  return { kind: 'problem', message: t('sampling.view.notObject'), line: 1, column: 1 };
}

/** The blocks that are sent, or which of them cannot be: arguments that are no JSON. */
export function contentOf(answer: DraftAnswer): { content: JsonValue[]; broken: number[] } {
  const broken: number[] = [];
  const content = answer.blocks.map((block): JsonValue => {
    if (block.kind === 'text') return { type: 'text', text: block.text };
    const read = readSentJson(block.input);
    if (read.kind === 'problem') broken.push(block.key);
    return { ...block.raw, input: read.kind === 'value' ? read.value : null };
  });
  return { content, broken };
}

/** Blocks with one more, and the reason to stop that goes with them. */
export function withBlock(answer: DraftAnswer, tool: string | null): DraftAnswer {
  const key = Math.max(0, ...answer.blocks.map((block) => block.key)) + 1;
  const block: DraftBlock =
    tool === null
      ? { kind: 'text', key, text: '' }
      : { kind: 'use', key, raw: { type: 'tool_use', id: `by_hand_${key}`, name: tool }, input: '{}' };
  return withBlocks(answer, [...answer.blocks, block]);
}

export function withBlocks(answer: DraftAnswer, blocks: readonly DraftBlock[]): DraftAnswer {
  const uses = blocks.some((block) => block.kind === 'use');
  const had = answer.stopReason === 'toolUse';
  if (uses === had) return { ...answer, blocks };
  return { blocks, stopReason: uses ? 'toolUse' : 'endTurn' };
}

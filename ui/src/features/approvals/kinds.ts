import type { Ask } from '../../api/generated/contract';

type Question = Ask['question'];

/** A question of one kind. */
export type AskOf<K extends Question['kind']> = Ask & { question: Extract<Question, { kind: K }> };

/** Tells the kinds of questions apart. */
export function isKind<K extends Question['kind']>(ask: Ask, kind: K): ask is AskOf<K> {
  return ask.question.kind === kind;
}

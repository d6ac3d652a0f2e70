import type { Effect, RuleScope, RuleDecision } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';

/** What a rule decides, in a few words. */
export function decisionText(decision: RuleDecision): string {
  switch (decision.kind) {
    case 'ask':
      return 'Asks each time';
    case 'allowSession':
      return 'Allowed until Usher closes';
    case 'allowUntil':
      return `Allowed until ${formatMoment(decision.at)}`;
    case 'never':
      return 'Never runs';
  }
}

/** What tools do, as a word that stands before "tools". */
export function effectText(effect: Effect): string {
  switch (effect) {
    case 'reads':
      return 'Read-only';
    case 'changes':
      return 'Changing';
    case 'destroys':
      return 'Destructive';
    case 'unknown':
      return 'Undeclared';
  }
}

/** Which tools of a server a rule for many is about. */
export function scopeText(scope: Exclude<RuleScope, { kind: 'tool' }>): string {
  return scope.kind === 'allTools' ? 'All tools' : `${effectText(scope.effect)} tools`;
}

const HOUR_MS = 3_600_000;

/** Proposals for how long something is allowed. */
export const SPANS: readonly { readonly label: string; readonly ms: number }[] = [
  { label: 'For 1 hour', ms: HOUR_MS },
  { label: 'For 1 day', ms: 24 * HOUR_MS },
  { label: 'For 30 days', ms: 30 * 24 * HOUR_MS },
];

/** The end of a day in the person's own time, Unix ms, from `2026-11-21`; `null` for anything else. */
export function endOfDay(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return null;
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59, 999);
  return end.getTime();
}

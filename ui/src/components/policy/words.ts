import type { Effect, RuleScope, RuleDecision } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';
import { t } from '../../words/translate';

/** What a rule decides, in a few words. */
export function decisionText(decision: RuleDecision): string {
  switch (decision.kind) {
    case 'ask':
    case 'never':
      return t(`policies.decision.${decision.kind}`);
    case 'allowSession':
      return t('policies.decision.session');
    case 'allowUntil':
      return t('policies.decision.until', { time: formatMoment(decision.at) });
  }
}

/** What a tool does, as its server says. */
export const effectText = (effect: Effect): string => t(`policies.effect.${effect}`);

/** Which tools of a server a rule for many is about. */
export function scopeText(scope: Exclude<RuleScope, { kind: 'tool' }>): string {
  return t(scope.kind === 'allTools' ? 'policies.scope.all' : `policies.scope.${scope.effect}`);
}

const HOUR_MS = 3_600_000;

/** A proposal for how long something is allowed. */
class Span {
  constructor(
    readonly name: 'hour' | 'day' | 'month',
    readonly ms: number,
  ) {}

  /** Such as "For 1 hour". */
  get label(): string {
    return t(`policies.span.${this.name}`);
  }

  /** Such as "Allow for 1 hour". */
  get allowLabel(): string {
    return t(`policies.allowFor.${this.name}`);
  }
}

/** Proposals for how long something is allowed. */
export const SPANS: readonly Span[] = [
  new Span('hour', HOUR_MS),
  new Span('day', 24 * HOUR_MS),
  new Span('month', 30 * 24 * HOUR_MS),
];

/** The end of a day in the person's own time, Unix ms, from `2026-11-21`; `null` for anything else. */
export function endOfDay(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return null;
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59, 999);
  return end.getTime();
}

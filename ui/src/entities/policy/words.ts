import type { Effect, PolicyRule, RuleDecision, RuleScope } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** What a rule decides, in a few words. */
export function decisionText(decision: RuleDecision): string {
  switch (decision.kind) {
    case 'ask':
    case 'never':
      return t(`policies.decision.${decision.kind}`);
    case 'allowSession':
      return t('policies.decision.session');
    case 'allowAlways':
      return t('policies.decision.always');
    case 'allowUntil':
      return t('policies.decision.until', { time: formatMoment(decision.at) });
  }
}

/** What a tool does, as its server says. */
export const effectText = (effect: Effect): string => t(`policies.effect.${effect}`);

/** Which tools of a server a policy for many is about; none that allows is about destructive ones too. */
export function scopeText(scope: Exclude<RuleScope, { kind: 'tool' }>, decision: RuleDecision): string {
  if (scope.kind !== 'allTools') return t(`policies.scope.${scope.effect}`);
  return t(decision.kind.startsWith('allow') ? 'policies.scope.notDestructive' : 'policies.scope.all');
}

/** Which tools a policy is about. */
export const scopeName = ({ scope, decision }: PolicyRule): string =>
  scope.kind === 'tool' ? visibleString(scope.name) : scopeText(scope, decision);

const HOUR_MS = 3_600_000;

/** Proposals for how long something is allowed; `policies.span` and `policies.allowFor` have their texts. */
export const SPANS = [
  { name: 'hour', ms: HOUR_MS },
  { name: 'day', ms: 24 * HOUR_MS },
  { name: 'month', ms: 30 * 24 * HOUR_MS },
] as const;

/** The end of a day in the person's own time, Unix ms, from `2026-11-21`; `null` for anything else. */
export function endOfDay(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return null;
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59, 999);
  return end.getTime();
}

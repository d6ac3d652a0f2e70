import type { Effect, JsonValue, PolicyRule, RuleDecision, RuleScope } from '../../api/generated/contract';
import { formatMoment } from '../../lib/format';
import { isObject } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { withOmittedTexts } from '../../words/omitted';
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
export function scopeText(
  scope: Exclude<RuleScope, { kind: 'tool' | 'toolWithArguments' }>,
  decision: RuleDecision,
): string {
  if (scope.kind !== 'allTools') return t(`policies.scope.${scope.effect}`);
  return t(decision.kind.startsWith('allow') ? 'policies.scope.notDestructive' : 'policies.scope.all');
}

/** Characters of arguments in a text of one line. */
const ARGUMENTS_SHOWN = 80;

/** Arguments that a policy names, in one line. */
export function argumentsText(stored: JsonValue): string {
  const text = visibleString(JSON.stringify(withOmittedTexts(stored)));
  const characters = Array.from(text);
  return characters.length <= ARGUMENTS_SHOWN ? text : `${characters.slice(0, ARGUMENTS_SHOWN).join('')}…`;
}

/** Which calls a policy is about. */
export function scopeName({ scope, decision }: Pick<PolicyRule, 'scope' | 'decision'>): string {
  switch (scope.kind) {
    case 'tool':
      return visibleString(scope.name);
    case 'toolWithArguments': {
      const tool = visibleString(scope.name);
      if (isObject(scope.arguments) && Object.keys(scope.arguments).length === 0) {
        return t('policies.withoutArguments', { tool });
      }
      return t('policies.withArguments', { tool, arguments: argumentsText(scope.arguments) });
    }
    case 'withEffect':
    case 'allTools':
      return scopeText(scope, decision);
  }
}

const HOUR_MS = 3_600_000;

/** Proposals for how long something is allowed; `policies.span` and `policies.allowFor` have their texts. */
export const SPANS = [
  { name: 'hour', ms: HOUR_MS },
  { name: 'day', ms: 24 * HOUR_MS },
  { name: 'month', ms: 30 * 24 * HOUR_MS },
] as const;

/** A decision about calls that is offered in lists. */
export interface Choice {
  name: string;
  label: () => string;
  decision: () => RuleDecision;
}

const choice = (kind: 'ask' | 'allowSession' | 'never'): Choice => ({
  name: kind,
  label: () => decisionText({ kind }),
  decision: () => ({ kind }),
});

export const ASK = choice('ask');
export const SESSION = choice('allowSession');
export const NEVER = choice('never');

/** For how long calls can be allowed, shortest first. */
export const ALLOWED_FOR: readonly Choice[] = [
  SESSION,
  ...SPANS.map(({ name, ms }) => ({
    name,
    label: () => t(`policies.allowFor.${name}`),
    decision: (): RuleDecision => ({ kind: 'allowUntil', at: Date.now() + ms }),
  })),
];

/** The end of a day in the person's own time, Unix ms, from `2026-11-21`; `null` for anything else. */
export function endOfDay(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return null;
  const end = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59, 999);
  return end.getTime();
}

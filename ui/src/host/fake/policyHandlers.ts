import type { AppEvent, PolicyRule, RuleId, SourceId } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import { DEMO, NOW } from './servers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `policy.${string}`>>;

/** Rules and trust, kept as the core keeps them. */
export function policyHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const sameTools = (one: PolicyRule, other: PolicyRule) =>
    one.serverId === other.serverId &&
    one.client === other.client &&
    JSON.stringify(one.scope) === JSON.stringify(other.scope);
  const give = (
    given: Pick<PolicyRule, 'serverId' | 'scope' | 'decision'>,
    client: string | null = null,
  ): PolicyRule => {
    const rule: PolicyRule = {
      ...given,
      client,
      id: `rule${world.rules.length + world.revoked.length + 1}` as RuleId,
      status: 'holds',
      givenAt: NOW,
      uses: 0,
      lastUsedAt: null,
    };
    world.rules = [rule, ...world.rules.filter((other) => !sameTools(rule, other))];
    emit({ kind: 'policiesChanged' });
    return rule;
  };
  return {
    'policy.list': () => ({ rules: world.rules, trusted: world.trusted }),
    'policy.setForTool': ({ serverId, tool, decision }) =>
      give({ serverId, decision, scope: { kind: 'tool', name: tool, claimed: 'unknown' } }),
    'policy.setForServer': ({ serverId, clientId, effect, decision }) =>
      give(
        {
          serverId,
          decision,
          scope: effect === null ? { kind: 'allTools' } : { kind: 'withEffect', effect },
        },
        world.clients.find(({ id }) => id === clientId)?.name,
      ),
    'policy.revoke': ({ ruleId }) => {
      const rule = world.rules.find(({ id }) => id === ruleId) ?? fail('notFound', 'rule.error.notFound');
      world.rules = world.rules.filter((other) => other !== rule);
      world.revoked.push(rule);
      emit({ kind: 'policiesChanged' });
      return null;
    },
    'policy.restore': ({ ruleId }) => {
      const rule = world.revoked.find(({ id }) => id === ruleId) ?? fail('notFound', 'rule.error.notFound');
      world.revoked = world.revoked.filter((other) => other !== rule);
      world.rules = [rule, ...world.rules];
      emit({ kind: 'policiesChanged' });
      return null;
    },
    'policy.setTrust': ({ serverId, trust }) => {
      world.trusted = world.trusted.filter((other) => other !== serverId);
      if (trust === 'yes') world.trusted.push(serverId);
      emit({ kind: 'policiesChanged' });
      return null;
    },
  };
}

/** Rules of every scope, verdict and status. */
export function someRules(): PolicyRule[] {
  const rule = (id: string, change: Partial<PolicyRule>): PolicyRule => ({
    id: id as RuleId,
    serverId: DEMO,
    client: null,
    scope: { kind: 'tool', name: 'delete_everything', claimed: 'destroys' },
    decision: { kind: 'allowSession' },
    status: 'holds',
    givenAt: Date.now() - 3_600_000,
    uses: 3,
    lastUsedAt: Date.now() - 240_000,
    ...change,
  });
  const unused = { uses: 0, lastUsedAt: null };
  const github = 'github' as SourceId;
  return [
    rule('rule-a', {}),
    rule('rule-b', {
      scope: { kind: 'tool', name: 'greet', claimed: 'reads' },
      decision: { kind: 'allowUntil', at: Date.now() + 86_400_000 },
    }),
    rule('rule-f', {
      scope: {
        kind: 'toolWithArguments',
        name: 'greet',
        claimed: 'reads',
        arguments: { name: 'Ada', language: 'English' },
      },
      decision: { kind: 'allowAlways' },
    }),
    rule('rule-c', { scope: { kind: 'allTools' }, decision: { kind: 'ask' }, ...unused }),
    rule('rule-d', {
      serverId: github,
      scope: { kind: 'withEffect', effect: 'destroys' },
      decision: { kind: 'never' },
      ...unused,
    }),
    rule('rule-e', {
      serverId: github,
      scope: { kind: 'tool', name: 'triage_issue', claimed: 'changes' },
      status: 'outdated',
    }),
  ];
}

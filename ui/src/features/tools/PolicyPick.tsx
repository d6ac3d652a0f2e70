import { Button, Menu } from '../../kit/controls';
import { useState, type ReactNode } from 'react';
import type { PolicyRule, RuleDecision, ToolDetail } from '../../api/generated/contract';
import { useToolRule } from '../../api/policies';
import { useAnswer, useOperation } from '../../api/queries';
import { Icon } from '../../kit/Icon';
import { AlwaysAllow } from '../../entities/policy/AllowMenu';
import { UntilDay } from '../../entities/policy/UntilDay';
import { ALLOWED_FOR, ASK, decisionText, NEVER, type Choice } from '../../entities/policy/words';
import { claimedEffect } from '../../lib/effect';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

/** What happens when this tool is run, and the way to decide otherwise. */
export function PolicyPick({ tool }: { tool: ToolDetail }): ReactNode {
  const { serverId, name, annotations } = tool.head;
  const policies = useAnswer('policy.list', {});
  const rule = useToolRule(serverId, name);
  const [picking, setPicking] = useState(false);
  const give = useOperation('policy.setForTool', { onError: notifyError });
  const revoke = useOperation('policy.revoke', { onError: notifyError });
  if (policies.data === undefined) return null;
  const decide = (decision: RuleDecision) =>
    give.mutate({ serverId, tool: name, definition: tool.definition, decision });
  const item = (choice: Choice): ReactNode => (
    <Menu.Item
      key={choice.name}
      {...(choice === NEVER ? { color: 'danger' } : {})}
      onClick={() => decide(choice.decision())}
    >
      {choice.label()}
    </Menu.Item>
  );
  const usual = claimedEffect(annotations) === 'destroys';
  const words =
    rule === null ? t(usual ? 'tools.permission.defaultAsk' : 'tools.permission.default') : ruleText(rule);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name={icon(rule)} size={12} />}
            rightSection={<Icon name="down" size={12} />}
            aria-label={t('tools.permission.button', { permission: words })}
          >
            {words}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('common.permission')}</Menu.Label>
          <Menu.Item
            disabled={rule === null}
            onClick={() => rule !== null && revoke.mutate({ ruleId: rule.id })}
          >
            {t('tools.permission.defaultHelp')}
          </Menu.Item>
          {[ASK].map(item)}
          <Menu.Divider />
          {ALLOWED_FOR.map(item)}
          <Menu.Item onClick={() => setPicking(true)}>{t('tools.permission.allowUntil')}</Menu.Item>
          <Menu.Item onClick={() => decide({ kind: 'allowAlways' })}>
            <AlwaysAllow />
          </Menu.Item>
          <Menu.Divider />
          {[NEVER].map(item)}
        </Menu.Dropdown>
      </Menu>
      <UntilDay
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(at) => decide({ kind: 'allowUntil', at })}
      />
    </>
  );
}

function ruleText(rule: PolicyRule): string {
  switch (rule.status) {
    case 'holds':
      return decisionText(rule.decision);
    case 'expired':
      return t('tools.permission.expired', { permission: decisionText(rule.decision) });
    case 'outdated':
      return t('tools.permission.outdated');
  }
}

function icon(rule: PolicyRule | null): 'run' | 'shieldCheck' | 'shieldWarning' | 'lock' {
  if (rule === null) return 'run';
  if (rule.decision.kind === 'never') return 'lock';
  return rule.decision.kind === 'ask' || rule.status !== 'holds' ? 'shieldWarning' : 'shieldCheck';
}

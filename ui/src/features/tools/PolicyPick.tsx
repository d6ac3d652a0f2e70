import { Button, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { PolicyRule, RuleDecision, ToolDetail } from '../../api/generated/contract';
import { usePolicies, useToolRule } from '../../api/policies';
import { useOperation } from '../../api/queries';
import { Icon } from '../../components/Icon';
import { UntilDay } from '../../components/policy/UntilDay';
import { decisionText, SPANS } from '../../components/policy/words';
import { claimedEffect } from '../../lib/effect';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

/** What happens when this tool is run, and the way to decide otherwise. */
export function PolicyPick({ tool }: { tool: ToolDetail }): ReactNode {
  const { serverId, name, annotations } = tool.head;
  const policies = usePolicies();
  const rule = useToolRule(serverId, name);
  const [picking, setPicking] = useState(false);
  const give = useOperation('policy.setForTool', { onError: notifyError });
  const revoke = useOperation('policy.revoke', { onError: notifyError });
  if (policies.data === undefined) return null;
  const decide = (decision: RuleDecision) =>
    give.mutate({ serverId, tool: name, definition: tool.definition, decision });
  const usual = claimedEffect(annotations) === 'destroys';
  const words = rule === null ? (usual ? 'Asks first' : 'Runs when you say so') : ruleText(rule);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name={icon(rule)} size={12} />}
            rightSection={<Icon name="down" size={12} />}
            aria-label={`Policy of this tool: ${words}`}
          >
            {words}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>When you run this tool, as it is now</Menu.Label>
          <Menu.Item
            disabled={rule === null}
            onClick={() => rule !== null && revoke.mutate({ ruleId: rule.id })}
          >
            No policy: ask only if it destroys or has changed
          </Menu.Item>
          <Menu.Item onClick={() => decide({ kind: 'ask' })}>Ask each time</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => decide({ kind: 'allowSession' })}>Allow until Usher closes</Menu.Item>
          {SPANS.map(({ name: span, ms }) => (
            <Menu.Item key={span} onClick={() => decide({ kind: 'allowUntil', at: Date.now() + ms })}>
              {t(`policies.allowFor.${span}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setPicking(true)}>Allow until a date…</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="danger" onClick={() => decide({ kind: 'never' })}>
            Never run it
          </Menu.Item>
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
      return `${decisionText(rule.decision)}, which is over`;
    case 'outdated':
      return 'Allowed as it was; it has changed';
  }
}

function icon(rule: PolicyRule | null): 'run' | 'shieldCheck' | 'shieldWarning' | 'lock' {
  if (rule === null) return 'run';
  if (rule.decision.kind === 'never') return 'lock';
  return rule.decision.kind === 'ask' || rule.status !== 'holds' ? 'shieldWarning' : 'shieldCheck';
}

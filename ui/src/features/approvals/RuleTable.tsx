import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PolicyRule } from '../../api/generated/contract';
import { call } from '../../api/client';
import { useOperation } from '../../api/queries';
import type { Owner } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { Icon } from '../../kit/Icon';
import { effectText, scopeText, decisionText } from '../../entities/policy/words';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { offerUndo } from './offerUndo';

interface RuleTableProps {
  owner: Owner;
  rules: readonly PolicyRule[];
}

/** The rules of one server or webtool, with what each has decided so far. */
export function RuleTable({ owner, rules }: RuleTableProps): ReactNode {
  return (
    <table className="policies-table" aria-label={t('policies.of', { server: owner.label })}>
      <thead>
        <tr>
          <th scope="col">{t('policies.column.tool')}</th>
          <th scope="col">{t('policies.column.effect')}</th>
          <th scope="col">{t('policies.column.permission')}</th>
          <th scope="col">{t('policies.column.added')}</th>
          <th scope="col">{t('policies.column.used')}</th>
          <th scope="col">
            <span className="sr-only">{t('policies.revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <Row key={rule.id} rule={rule} owner={owner} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ rule, owner }: { rule: PolicyRule; owner: Owner }): ReactNode {
  const scope = rule.scope.kind === 'tool' ? visibleString(rule.scope.name) : scopeText(rule.scope);
  const revoke = useOperation('policy.revoke', {
    onSuccess: () =>
      offerUndo(t('policies.revoked', { scope }), () => {
        call('policy.restore', { ruleId: rule.id }).catch(notifyError);
      }),
    onError: notifyError,
  });
  return (
    <tr data-over={rule.status !== 'holds' || undefined}>
      <th scope="row">
        <Scope rule={rule} />
      </th>
      <td className="t2">{effectOf(rule)}</td>
      <td>
        <Chip tone={tone(rule)} {...(rule.decision.kind === 'never' ? { icon: 'lock' } : {})}>
          {decisionText(rule.decision)}
        </Chip>
        {rule.status === 'expired' && <span className="t3 fs12"> {t('policies.expired')}</span>}
        {rule.status === 'outdated' && <span className="lamp fs12"> {t('policies.outdated')}</span>}
      </td>
      <td className="t2 num">{formatMoment(rule.givenAt)}</td>
      <td className="t2 num">
        {rule.uses === 0 ? t('common.never') : t('policies.uses', { count: rule.uses })}
        {rule.lastUsedAt !== null && <span className="t3"> · {formatMoment(rule.lastUsedAt)}</span>}
      </td>
      <td className="policies-revoke">
        <ActionIcon
          size="xs"
          aria-label={t('policies.revokeOf', { scope, server: owner.label })}
          title={t('policies.revoke')}
          disabled={revoke.isPending}
          onClick={() => revoke.mutate({ ruleId: rule.id })}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      </td>
    </tr>
  );
}

function Scope({ rule: { scope, serverId, decision } }: { rule: PolicyRule }): ReactNode {
  if (scope.kind !== 'tool') {
    const allows = scope.kind === 'allTools' && decision.kind.startsWith('allow');
    return allows ? t('policies.scope.notDestructive') : scopeText(scope);
  }
  return (
    <Link to="/tools" search={{ server: serverId, item: scope.name }} className="mono">
      <VisibleText text={scope.name} />
    </Link>
  );
}

function effectOf({ scope }: PolicyRule): string {
  switch (scope.kind) {
    case 'tool':
      return effectText(scope.claimed);
    case 'withEffect':
      return effectText(scope.effect);
    case 'allTools':
      return t('policies.effect.any');
  }
}

function tone({ decision, status }: PolicyRule): 'plain' | 'ok' | 'lamp' | 'bad' {
  if (status !== 'holds') return 'plain';
  switch (decision.kind) {
    case 'never':
      return 'bad';
    case 'ask':
      return 'lamp';
    case 'allowSession':
    case 'allowUntil':
    case 'allowAlways':
      return 'ok';
  }
}

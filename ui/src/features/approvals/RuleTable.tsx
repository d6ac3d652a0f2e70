import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PolicyRule } from '../../api/generated/contract';
import type { Owner } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { RevokeButton } from '../../entities/policy/RevokeButton';
import { decisionText, effectText, scopeName, scopeText } from '../../entities/policy/words';
import { Table, type Column } from '../../kit/Table/Table';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './policies.module.css';

interface RuleTableProps {
  owner: Owner;
  rules: readonly PolicyRule[];
}

/** The rules of one server or webtool, with what each has decided so far. */
export function RuleTable({ owner, rules }: RuleTableProps): ReactNode {
  return (
    <Table
      label={t('policies.of', { server: owner.label })}
      cells="wrap"
      columns={columns(owner)}
      rows={rules}
      rowKey={({ id }) => String(id)}
      isMuted={({ status }) => status !== 'holds'}
    />
  );
}

const columns = (owner: Owner): Column<PolicyRule>[] => [
  {
    key: 'tool',
    head: t('policies.column.tool'),
    namesRow: true,
    cell: (rule) => <Scope rule={rule} />,
    sortBy: scopeName,
  },
  {
    key: 'effect',
    head: t('policies.column.effect'),
    cell: (rule) => <span className={layout.t2}>{effectOf(rule)}</span>,
    sortBy: effectOf,
  },
  {
    key: 'permission',
    head: t('policies.column.permission'),
    cell: (rule) => <Decision rule={rule} />,
    sortBy: ({ decision }) => decisionText(decision),
  },
  {
    key: 'added',
    head: t('policies.column.added'),
    cell: ({ givenAt }) => <span className={cx(layout.t2, layout.num)}>{formatMoment(givenAt)}</span>,
    sortBy: ({ givenAt }) => givenAt,
  },
  {
    key: 'used',
    head: t('policies.column.used'),
    cell: ({ uses, lastUsedAt }) => (
      <span className={cx(layout.t2, layout.num)}>
        {uses === 0 ? t('common.never') : t('policies.uses', { count: uses })}
        {lastUsedAt !== null && (
          <span className={cx(styles.t3, layout.t3)}> · {formatMoment(lastUsedAt)}</span>
        )}
      </span>
    ),
    sortBy: ({ uses }) => uses,
  },
  {
    key: 'revoke',
    head: <span className={layout['sr-only']}>{t('policies.revoke')}</span>,
    align: 'end',
    width: '40px',
    cell: (rule) => <RevokeButton rule={rule} server={owner.label} />,
  },
];

function Decision({ rule }: { rule: PolicyRule }): ReactNode {
  return (
    <>
      <Chip tone={tone(rule)} {...(rule.decision.kind === 'never' ? { icon: 'lock' } : {})}>
        {decisionText(rule.decision)}
      </Chip>
      {rule.status === 'expired' && (
        <span className={cx(styles.t3, layout.t3, layout.fs12)}> {t('policies.expired')}</span>
      )}
      {rule.status === 'outdated' && (
        <span className={cx(layout.lamp, layout.fs12)}> {t('policies.outdated')}</span>
      )}
    </>
  );
}

function Scope({ rule: { scope, serverId, decision } }: { rule: PolicyRule }): ReactNode {
  if (scope.kind !== 'tool') return scopeText(scope, decision);
  return (
    <Link to="/tools" search={{ server: serverId, item: scope.name }} className={layout.mono}>
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

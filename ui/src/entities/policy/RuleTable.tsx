import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { JsonValue, PolicyRule, SourceId } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import { Chip } from '../../kit/Chip';
import { Table, type Column } from '../../kit/Table/Table';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { formatMoment } from '../../lib/format';
import { isObject } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { withOmittedTexts } from '../../words/omitted';
import { t } from '../../words/translate';
import { ClientLink } from '../client/ClientLink';
import { ServerLink } from '../server/ServerLink';
import { Arguments } from './Arguments';
import { RevokeButton } from './RevokeButton';
import { argumentsText, decisionText, effectText, scopeName, scopeText } from './words';
import styles from './policy.module.css';

interface RuleTableProps {
  /** Accessible name. */
  label: string;
  rules: readonly PolicyRule[];
  /** What a row names beside its tools: the client of rules of one server, or the server of rules of one client. */
  names: 'client' | 'server';
}

/** Rules, with what each has decided so far. */
export function RuleTable({ label, rules, names }: RuleTableProps): ReactNode {
  const owners = useOwners();
  const labelOf = (id: SourceId): string => owners.find((owner) => owner.id === id)?.label ?? '';
  const isOfClients = rules.some(({ client }) => client !== null);
  return (
    <Table
      label={label}
      cells="wrap"
      columns={[
        TOOL(),
        ...(names === 'server' ? [SERVER(labelOf)] : isOfClients ? [CLIENT()] : []),
        ...rest(labelOf),
      ]}
      rows={rules}
      rowKey={({ id }) => String(id)}
      isMuted={({ status }) => status !== 'holds'}
    />
  );
}

const TOOL = (): Column<PolicyRule> => ({
  key: 'tool',
  head: t('common.tool'),
  namesRow: true,
  cell: (rule) => <Scope rule={rule} />,
  sortBy: scopeName,
});

const SERVER = (labelOf: (id: SourceId) => string): Column<PolicyRule> => ({
  key: 'server',
  head: t('policies.field.owner'),
  cell: ({ serverId }) => <ServerLink id={serverId} label={visibleString(labelOf(serverId))} />,
  sortBy: ({ serverId }) => labelOf(serverId),
});

/** Whose calls: those of one client, or the person's own. */
const CLIENT = (): Column<PolicyRule> => ({
  key: 'client',
  head: t('policies.column.client'),
  cell: ({ client }) =>
    client === null ? (
      <span className={layout.t3}>{t('policies.yourCalls')}</span>
    ) : (
      <ClientLink name={client} />
    ),
  sortBy: ({ client }) => client ?? '',
});

const rest = (labelOf: (id: SourceId) => string): Column<PolicyRule>[] => [
  {
    key: 'effect',
    head: t('policies.column.effect'),
    cell: (rule) => <span className={layout.t2}>{effectOf(rule)}</span>,
    sortBy: effectOf,
  },
  {
    key: 'permission',
    head: t('common.permission'),
    cell: (rule) => <Decision rule={rule} />,
    sortBy: ({ decision }) => decisionText(decision),
  },
  {
    key: 'added',
    head: t('common.added'),
    cell: ({ givenAt }) => <span className={cx(layout.t2, layout.num)}>{formatMoment(givenAt)}</span>,
    sortBy: ({ givenAt }) => givenAt,
  },
  {
    key: 'used',
    head: t('policies.column.used'),
    cell: ({ uses, lastUsedAt }) => (
      <span className={cx(layout.t2, layout.num)}>
        {uses === 0 ? t('common.never') : t('policies.uses', { count: uses })}
        {lastUsedAt !== null && <span className={layout.t3}> · {formatMoment(lastUsedAt)}</span>}
      </span>
    ),
    sortBy: ({ uses }) => uses,
  },
  {
    key: 'revoke',
    head: <span className={layout['sr-only']}>{t('policies.revoke')}</span>,
    align: 'end',
    width: '40px',
    cell: (rule) => <RevokeButton rule={rule} server={labelOf(rule.serverId)} />,
  },
];

function Decision({ rule }: { rule: PolicyRule }): ReactNode {
  return (
    <>
      <Chip tone={tone(rule)} {...(rule.decision.kind === 'never' ? { icon: 'lock' } : {})}>
        {decisionText(rule.decision)}
      </Chip>
      {rule.status === 'expired' && (
        <span className={cx(layout.t3, layout.fs12)}> {t('policies.expired')}</span>
      )}
      {rule.status === 'outdated' && (
        <span className={cx(layout.lamp, layout.fs12)}> {t('policies.outdated')}</span>
      )}
    </>
  );
}

function Scope({ rule: { scope, serverId, decision } }: { rule: PolicyRule }): ReactNode {
  if (scope.kind !== 'tool' && scope.kind !== 'toolWithArguments') return scopeText(scope, decision);
  return (
    <>
      <Link to="/tools" search={{ server: serverId, item: scope.name }} className={layout.mono}>
        <VisibleText text={scope.name} />
      </Link>
      {scope.kind === 'toolWithArguments' && <NamedArguments value={scope.arguments} />}
    </>
  );
}

/** The arguments a rule names: in one line, and each whole at a press. */
function NamedArguments({ value }: { value: JsonValue }): ReactNode {
  if (isObject(value) && Object.keys(value).length === 0) return <Arguments value={value} />;
  return (
    <details className={styles.named}>
      <summary className={cx(layout.mono, layout.wrap)}>{argumentsText(value)}</summary>
      <Arguments value={withOmittedTexts(value)} />
    </details>
  );
}

function effectOf({ scope }: PolicyRule): string {
  switch (scope.kind) {
    case 'tool':
    case 'toolWithArguments':
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

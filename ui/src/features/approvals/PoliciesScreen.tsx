import type { ReactNode } from 'react';
import type { PolicyRule, SourceId } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import type { Owner } from '../../api/webtools';
import { useAnswer } from '../../api/queries';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { RuleTable } from '../../entities/policy/RuleTable';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { Skeleton } from '../../kit/Skeleton';
import { t } from '../../words/translate';
import { AddRule } from './AddRule';
import { Tabs } from './Tabs';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './policies.module.css';

/** Everything the person has decided about tools, server by server and webtool by webtool. */
export function PoliciesScreen(): ReactNode {
  const policies = useAnswer('policy.list', {});
  const owners = useOwners();
  const rules = policies.data?.rules ?? [];
  return (
    <section className={styles.policies} aria-label={t('common.permissions')} aria-busy={policies.isPending}>
      <header className={styles['policies-head']}>
        <div className={cx(styles.row, layout.row)}>
          <h1>{t('common.approvals')}</h1>
          <Tabs />
          <span className={layout.end}>
            <AddRule owners={owners} />
          </span>
        </div>
        <p className={cx(layout.t2, layout.fs12)}>{t('policies.help')}</p>
      </header>
      <div
        className={cx(styles['policies-body'], layout.scrolls)}
        role="region"
        aria-label={t('policies.listLabel')}
        tabIndex={0}
      >
        {policies.isPending && <Skeleton rows={4} />}
        {policies.isError && (
          <ErrorNotice shape="pane" error={policies.error} onRetry={() => void policies.refetch()} />
        )}
        {policies.data !== undefined && rules.length === 0 && (
          <EmptyState icon="shieldCheck" title={t('policies.empty.title')}>
            {t('policies.empty.help')}
          </EmptyState>
        )}
        {grouped(rules, owners).map(({ owner, rules: own }) => (
          <section
            key={owner.id}
            className={styles['policies-server']}
            aria-label={t('policies.of', { server: owner.label })}
          >
            <h2>
              <ServerIcon icon={owner.icon} size={16} />
              {owner.label}
              <span className={cx(styles.t3, layout.t3, layout.fs12)}>
                {t(policies.data?.trusted.includes(owner.id) ? 'policies.trusted' : 'policies.notTrusted')}
              </span>
            </h2>
            <RuleTable label={t('policies.of', { server: owner.label })} rules={own} names="client" />
          </section>
        ))}
      </div>
    </section>
  );
}

interface Group {
  owner: Owner;
  rules: readonly PolicyRule[];
}

/** Rules by who they are for, in the person's order. */
function grouped(rules: readonly PolicyRule[], owners: readonly Owner[]): Group[] {
  const of = (id: SourceId) => rules.filter(({ serverId }) => serverId === id);
  return owners.map((owner) => ({ owner, rules: of(owner.id) })).filter((group) => group.rules.length > 0);
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PolicyRule, SourceId } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { RevokeButton } from '../../entities/policy/RevokeButton';
import { decisionText, scopeName } from '../../entities/policy/words';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { ServerTrust } from './ServerTrust';
import styles from './serverDetail.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

interface PermissionsTabProps {
  owner: { id: SourceId; label: string };
  noun: 'server' | 'webtool';
  /** What only a server has. */
  children?: ReactNode;
}

/** What a server or webtool may do without asking. */
export function PermissionsTab({ owner, noun, children }: PermissionsTabProps): ReactNode {
  const rules =
    useAnswer('policy.list', {}).data?.rules.filter(({ serverId }) => serverId === owner.id) ?? [];
  return (
    <div className={styles.form}>
      <section aria-label={t('common.permissions')}>
        <h3 className={layout.label}>{t('common.permissions')}</h3>
        {rules.length === 0 ? (
          <p className={layout.t2}>{t('servers.permissions.noPolicies')}</p>
        ) : (
          <ul className={styles.calls}>
            {rules.map((rule) => (
              <Rule key={rule.id} rule={rule} label={owner.label} />
            ))}
          </ul>
        )}
        <Link className={layout.fs12} to="/approvals" search={{ view: 'policies' }}>
          {t('servers.permissions.allPolicies')}
        </Link>
      </section>
      <ServerTrust serverId={owner.id} noun={noun} />
      {children}
    </div>
  );
}

function Rule({ rule, label }: { rule: PolicyRule; label: string }): ReactNode {
  const { scope, decision } = rule;
  return (
    <li className={layout.row}>
      <span className={'name' in scope ? cx(layout.mono, layout.cut) : layout.cut}>
        <VisibleText text={scopeName(rule)} />
      </span>
      <span className={cx(layout.end, layout.t2)}>{decisionText(decision)}</span>
      <RevokeButton rule={rule} server={label} />
    </li>
  );
}

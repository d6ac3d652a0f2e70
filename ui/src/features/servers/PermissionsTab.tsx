import { ActionIcon } from '../../kit/controls';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { PolicyRule, SourceId } from '../../api/generated/contract';
import { usePolicies } from '../../api/policies';
import { useOperation } from '../../api/queries';
import { decisionText, scopeText } from '../../entities/policy/words';
import { Icon } from '../../kit/Icon';
import { offerUndo } from '../../kit/undoToast';
import { VisibleText } from '../../kit/VisibleText';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { ServerTrust } from './ServerTrust';
import styles from './serverDetail.module.css';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';

/** As long as a revoked policy comes back by a press, ms. */
const UNDO_MS = 10_000;

interface PermissionsTabProps {
  owner: { id: SourceId; label: string };
  noun: 'server' | 'webtool';
  /** What only a server has. */
  children?: ReactNode;
}

/** What a server or webtool may do without asking. */
export function PermissionsTab({ owner, noun, children }: PermissionsTabProps): ReactNode {
  const rules = usePolicies().data?.rules.filter(({ serverId }) => serverId === owner.id) ?? [];
  return (
    <div className={styles.form}>
      <section aria-label={t('servers.permissions.policies')}>
        <h3 className={layout.label}>{t('servers.permissions.policies')}</h3>
        {rules.length === 0 ? (
          <p className={layout.t2}>{t('servers.permissions.noPolicies', { server: owner.label })}</p>
        ) : (
          <ul className={styles.calls}>
            {rules.map((rule) => (
              <Rule key={rule.id} rule={rule} label={owner.label} />
            ))}
          </ul>
        )}
        <Link className={cx(layout.fs12)} to="/approvals" search={{ view: 'policies' }}>
          {t('servers.permissions.allPolicies')}
        </Link>
      </section>
      <ServerTrust serverId={owner.id} noun={noun} />
      {children}
    </div>
  );
}

function Rule({ rule, label }: { rule: PolicyRule; label: string }): ReactNode {
  const { id: ruleId, scope, decision } = rule;
  const name = scope.kind === 'tool' ? visibleString(scope.name) : scopeText(scope, decision);
  const revoke = useOperation('policy.revoke', {
    onSuccess: () =>
      offerUndo({
        id: `revoked-${ruleId}`,
        message: t('policies.revoked', { scope: name }),
        untilAt: Date.now() + UNDO_MS,
        undo: () => void call('policy.restore', { ruleId }).catch(notifyError),
      }),
    onError: notifyError,
  });
  return (
    <li className={layout.row}>
      <span className={scope.kind === 'tool' ? cx(layout.mono, layout.cut) : layout.cut}>
        <VisibleText text={name} />
      </span>
      <span className={cx(layout.end, layout.t2)}>{decisionText(decision)}</span>
      <ActionIcon
        size="xs"
        aria-label={t('policies.revokeOf', { scope: name, server: label })}
        title={t('policies.revoke')}
        disabled={revoke.isPending}
        onClick={() => revoke.mutate({ ruleId })}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </li>
  );
}

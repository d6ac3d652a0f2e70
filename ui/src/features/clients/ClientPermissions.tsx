import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { RuleTable } from '../../entities/policy/RuleTable';
import { Skeleton } from '../../kit/Skeleton';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

/** What was decided about calls of this client, each of which can be revoked. */
export function ClientPermissions({ client: { name } }: { client: ClientSnapshot }): ReactNode {
  const policies = useAnswer('policy.list', {});
  const rules = (policies.data?.rules ?? []).filter(({ client }) => client === name);
  const title = t('common.permissions');
  return (
    <section aria-label={title} data-part="permissions">
      <h3 className={layout.label}>{title}</h3>
      {policies.isPending && <Skeleton rows={2} />}
      {policies.isError && <ErrorNotice error={policies.error} onRetry={() => void policies.refetch()} />}
      {policies.data !== undefined && rules.length === 0 && (
        <p className={cx(layout.fs12, layout.t3)}>{t('clients.permissions.none')}</p>
      )}
      {rules.length > 0 && (
        <RuleTable
          label={t('clients.permissions.of', { client: visibleString(name) })}
          rules={rules}
          names="server"
        />
      )}
    </section>
  );
}

import { Switch } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

interface ServerTrustProps {
  serverId: SourceId;
  noun: 'server' | 'webtool';
}

/** Whether policies take the tool annotations of a server or webtool into account. */
export function ServerTrust({ serverId, noun }: ServerTrustProps): ReactNode {
  const policies = useAnswer('policy.list', {});
  const change = useOperation('policy.setTrust', { onError: notifyError });
  if (policies.data === undefined) return null;
  return (
    <section aria-label={t('servers.trust.title')}>
      <h3 className={layout.label}>{t('servers.trust.title')}</h3>
      <Switch
        className={styles['page-consent']}
        label={t(`servers.trust.${noun}`)}
        description={t('servers.trust.help')}
        checked={policies.data.trusted.includes(serverId)}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ serverId, trust: event.currentTarget.checked ? 'yes' : 'no' })}
      />
    </section>
  );
}

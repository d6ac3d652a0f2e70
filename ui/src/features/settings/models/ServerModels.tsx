import { Switch } from '../../../kit/controls';
import type { ReactNode } from 'react';
import type { ServerSampling } from '../../../api/generated/contract';
import { useAnswer, useOperation, useServers } from '../../../api/queries';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Usage } from '../../../kit/Usage';
import { ServerIcon } from '../../../entities/server/ServerIcon';
import { formatNumber } from '../../../lib/format';
import { dollars } from '../../../lib/money';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './models.module.css';

/** Which servers may use models, within what, and what they have had. Servers that never asked are not here. */
export function ServerModels(): ReactNode {
  const rules = useAnswer('sampling.servers', {});
  if (rules.isError) return <ErrorNotice error={rules.error} onRetry={() => void rules.refetch()} />;
  if (rules.data === undefined || rules.data.length === 0) return null;
  return (
    <div className={styles['models-hints']}>
      <h3 className={cx(layout.fs12, layout.b)}>{t('settings.sampling.title')}</h3>
      <ul className={styles['models-list']} aria-label={t('settings.sampling.list')}>
        {rules.data.map((each) => (
          <Row key={each.serverId} {...each} />
        ))}
      </ul>
    </div>
  );
}

const used = (amount: string, limit: string): string => t('common.usedOfLimit', { used: amount, limit });

function Row({ serverId, rule, spent }: ServerSampling): ReactNode {
  const server = useServers().data?.find(({ id }) => id === serverId);
  const save = useOperation('sampling.setServer');
  if (server === undefined) return null;
  const { requestsPerHour, tokensPerDay, moneyPerDay } = rule.budget;
  return (
    <li className={styles['models-row']}>
      <div className={styles['models-head']}>
        <ServerIcon icon={server.icon} size={28} />
        <div className={layout.grow}>
          <Switch
            label={server.label}
            description={
              rule.allowed ? t('settings.sampling.allowedHelp') : t('settings.sampling.blockedHelp')
            }
            checked={rule.allowed}
            onChange={(event) =>
              save.mutate({ serverId, rule: { ...rule, allowed: event.currentTarget.checked } })
            }
          />
        </div>
      </div>
      {rule.allowed && (
        <div className={styles['models-meters']}>
          <Usage
            label={t('common.requestsPerHour')}
            value={spent.requests}
            most={requestsPerHour}
            words={used(formatNumber(spent.requests), formatNumber(requestsPerHour))}
          />
          <Usage
            label={t('common.tokensPerDay')}
            value={spent.tokens}
            most={tokensPerDay}
            words={used(formatNumber(spent.tokens), formatNumber(tokensPerDay))}
          />
          <Usage
            label={t('settings.sampling.cost')}
            value={spent.money}
            most={moneyPerDay}
            words={used(dollars(spent.money), dollars(moneyPerDay))}
          />
        </div>
      )}
      {save.error !== null && <ErrorNotice error={save.error} />}
    </li>
  );
}

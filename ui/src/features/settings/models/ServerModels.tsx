import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServerSampling } from '../../../api/generated/contract';
import { useSamplingServers } from '../../../api/models';
import { useOperation, useServers } from '../../../api/queries';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Usage } from '../../../components/Usage';
import { ServerIcon } from '../../../components/ServerIcon';
import { dollars } from '../../../lib/money';

/** Which servers may use models, within what, and what they have had. Servers that never asked are not here. */
export function ServerModels(): ReactNode {
  const rules = useSamplingServers();
  if (rules.isError) return <ErrorNotice error={rules.error} onRetry={() => void rules.refetch()} />;
  if (rules.data === undefined || rules.data.length === 0) return null;
  return (
    <div className="models-hints">
      <h3 className="fs12 b">Which servers may ask</h3>
      <ul className="models-list" aria-label="Servers that may use models">
        {rules.data.map((each) => (
          <Row key={each.serverId} {...each} />
        ))}
      </ul>
    </div>
  );
}

function Row({ serverId, rule, spent }: ServerSampling): ReactNode {
  const server = useServers().data?.find(({ id }) => id === serverId);
  const save = useOperation('sampling.setServer');
  if (server === undefined) return null;
  const { requestsPerHour, tokensPerDay, moneyPerDay } = rule.budget;
  return (
    <li className="models-row">
      <div className="models-head">
        <ServerIcon icon={server.icon} size={28} />
        <div className="grow">
          <Switch
            label={server.label}
            description={
              rule.allowed ? 'Each request still waits for you.' : 'Off: what it asks is declined at once.'
            }
            checked={rule.allowed}
            onChange={(event) =>
              save.mutate({ serverId, rule: { ...rule, allowed: event.currentTarget.checked } })
            }
          />
        </div>
      </div>
      {rule.allowed && (
        <div className="models-meters">
          <Usage
            label="Requests this hour"
            value={spent.requests}
            most={requestsPerHour}
            words={`${spent.requests} of ${requestsPerHour}`}
          />
          <Usage
            label="Tokens a day"
            value={spent.tokens}
            most={tokensPerDay}
            words={`${spent.tokens.toLocaleString('en')} of ${tokensPerDay.toLocaleString('en')}`}
          />
          <Usage
            label="Spent a day"
            value={spent.money}
            most={moneyPerDay}
            words={`${dollars(spent.money)} of ${dollars(moneyPerDay)}`}
          />
        </div>
      )}
      {save.error !== null && <ErrorNotice error={save.error} />}
    </li>
  );
}

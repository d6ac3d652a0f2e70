import { Button, Switch } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { waits } from '../../api/pins';
import { useAnswer, useOperation } from '../../api/queries';
import { Usage } from '../../kit/Usage';
import { formatNumber } from '../../lib/format';
import { dollars } from '../../lib/money';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { ServerRoots } from './ServerRoots';
import { Access } from './SignIn';
import layout from '../../styles/layout.module.css';

interface ServerPermissionsProps {
  server: ServerSnapshot;
  detail: ServerDetail;
}

/** What the person has let a server use: roots, models, its definitions, an account. */
export function ServerPermissions({ server, detail }: ServerPermissionsProps): ReactNode {
  return (
    <>
      <ServerRoots server={server} />
      <Sampling server={server} />
      <Definitions server={server} />
      <Access server={server} detail={detail} />
    </>
  );
}

const used = (amount: string, limit: string): string => t('common.usedOfLimit', { used: amount, limit });

function Sampling({ server: { id: serverId, label } }: { server: ServerSnapshot }): ReactNode {
  const found = useAnswer('sampling.servers', {}).data?.find((each) => each.serverId === serverId);
  const save = useOperation('sampling.setServer', { onError: notifyError });
  const title = t('servers.permissions.sampling');
  if (found === undefined) {
    return (
      <section aria-label={title}>
        <h3 className={layout.label}>{title}</h3>
        <p className={layout.t2}>{t('servers.permissions.neverSampled', { server: label })}</p>
      </section>
    );
  }
  const { rule, spent } = found;
  const { requestsPerHour, tokensPerDay, moneyPerDay } = rule.budget;
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <Switch
        label={t('servers.permissions.allowSampling')}
        description={t(rule.allowed ? 'settings.sampling.allowedHelp' : 'settings.sampling.blockedHelp')}
        checked={rule.allowed}
        disabled={save.isPending}
        onChange={(event) =>
          save.mutate({ serverId, rule: { ...rule, allowed: event.currentTarget.checked } })
        }
      />
      {rule.allowed && (
        <>
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
        </>
      )}
    </section>
  );
}

function Definitions({ server: { id: serverId } }: { server: ServerSnapshot }): ReactNode {
  const navigate = useNavigate();
  const items = useAnswer('pin.list', { serverId }).data ?? [];
  const waiting = items.filter(waits).length;
  const title = t('servers.permissions.definitions');
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <p className={layout.num}>{t('servers.permissions.reviewed', { count: items.length - waiting })}</p>
      {waiting > 0 && <p className={layout.num}>{t('common.definitionsToReview', { count: waiting })}</p>}
      <Button
        size="xs"
        disabled={items.length === 0}
        onClick={() => void navigate({ to: '/servers/review', search: { server: serverId } })}
      >
        {t(waiting > 0 ? 'servers.review.changes' : 'servers.permissions.showDefinitions')}
      </Button>
    </section>
  );
}

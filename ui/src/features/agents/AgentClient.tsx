import type { ReactNode } from 'react';
import { useClients } from '../../api/clients';
import type { AgentSnapshot, ClientSnapshot } from '../../api/generated/contract';
import { clientEntryId } from '../../api/waiting';
import { clientState } from '../../entities/client/words';
import { Announced } from '../../kit/Announced';
import { TextLink } from '../../kit/controls';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

/** Whether an agent that was set up has connected since, as it happens: it connects with its identifier. */
export function AgentClient({ agent }: { agent: AgentSnapshot }): ReactNode {
  const { data } = useClients();
  if (data === undefined || agent.state.kind === 'refused') return null;
  const clients = data.filter(
    ({ connectsAs, transport }) => connectsAs === agent.id && transport === 'stdio',
  );
  if (clients.length === 0 && agent.state.kind === 'notConnected') return null;
  return (
    <Announced className={cx(layout.fs12, layout.t2)}>
      {clients.length === 0 && <p>{t('agents.client.none')}</p>}
      {clients.map((client) => (
        <p key={client.id}>
          {t('agents.client.state', { state: clientState(client) })} ·{' '}
          <ToClient agent={agent} client={client} />
        </p>
      ))}
    </Announced>
  );
}

/** Leads to where a client is decided about, or to its page. */
function ToClient({ agent, client }: { agent: AgentSnapshot; client: ClientSnapshot }): ReactNode {
  return client.status === 'waiting' ? (
    <TextLink to="/approvals" search={{ item: clientEntryId(client.id) }}>
      {t('agents.client.review', { agent: agent.name })}
    </TextLink>
  ) : (
    <TextLink to="/clients" search={{ item: client.id }}>
      {t('agents.client.open', { client: visibleString(client.name) })}
    </TextLink>
  );
}

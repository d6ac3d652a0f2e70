import type { ReactNode } from 'react';
import type { PolicyRule, ServerId, ServerSnapshot } from '../../api/generated/contract';
import { usePolicies } from '../../api/policies';
import { useServers } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNotice } from '../../components/ErrorNotice';
import { ServerIcon } from '../../components/ServerIcon';
import { Skeleton } from '../../components/Skeleton';
import { AddRule } from './AddRule';
import { RuleTable } from './RuleTable';
import { Tabs } from './Tabs';
import './policies.css';

/** Everything the person has decided about tools, server by server. */
export function PoliciesScreen(): ReactNode {
  const policies = usePolicies();
  const servers = useServers().data ?? [];
  const rules = policies.data?.rules ?? [];
  return (
    <section className="policies" aria-label="Policies" aria-busy={policies.isPending}>
      <header className="policies-head">
        <div className="row">
          <h1>Approvals</h1>
          <Tabs />
          <span className="end">
            <AddRule servers={servers} />
          </span>
        </div>
        <p className="t2 fs12">
          A policy decides when you run a tool. The one for the tool comes before one for tools that do the
          same, and that before one for the whole server. Without any, Usher asks before a tool that may
          destroy something, and before one that has changed.
        </p>
      </header>
      <div className="policies-body scrolls" role="region" aria-label="List of policies" tabIndex={0}>
        {policies.isPending && <Skeleton rows={4} />}
        {policies.isError && (
          <ErrorNotice shape="pane" error={policies.error} onRetry={() => void policies.refetch()} />
        )}
        {policies.data !== undefined && rules.length === 0 && (
          <EmptyState icon="shieldCheck" title="No policies yet">
            Give one where a tool asks for your yes, on the page of a tool, or here for a whole server.
          </EmptyState>
        )}
        {grouped(rules, servers).map(({ server, rules: own }) => (
          <section key={server.id} className="policies-server" aria-label={`Policies for ${server.label}`}>
            <h2>
              <ServerIcon icon={server.icon} size={16} />
              {server.label}
              <span className="t3 fs12">
                {policies.data?.trusted.includes(server.id)
                  ? 'trusted by you about its tools'
                  : 'not trusted about its tools'}
              </span>
            </h2>
            <RuleTable server={server} rules={own} />
          </section>
        ))}
      </div>
    </section>
  );
}

interface Group {
  server: ServerSnapshot;
  rules: readonly PolicyRule[];
}

/** Rules by server, in the person's order. */
function grouped(rules: readonly PolicyRule[], servers: readonly ServerSnapshot[]): Group[] {
  const of = (id: ServerId) => rules.filter(({ serverId }) => serverId === id);
  return servers
    .map((server) => ({ server, rules: of(server.id) }))
    .filter((group) => group.rules.length > 0);
}

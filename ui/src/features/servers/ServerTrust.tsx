import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { usePolicies } from '../../api/policies';
import { useOperation } from '../../api/queries';
import { notifyError } from '../../lib/notify';

interface ServerTrustProps {
  serverId: SourceId;
  noun: 'server' | 'webtool';
}

/** Whether what a server or webtool says of its tools counts. */
export function ServerTrust({ serverId, noun }: ServerTrustProps): ReactNode {
  const policies = usePolicies();
  const change = useOperation('policy.setTrust', { onError: notifyError });
  if (policies.data === undefined) return null;
  return (
    <section aria-label="Trust">
      <h3 className="label">Trust</h3>
      <Switch
        className="page-consent"
        label={`I trust what this ${noun} says about its tools`}
        description="Then policies for read-only or changing tools count for it. A destructive tool is asked about all the same."
        checked={policies.data.trusted.includes(serverId)}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ serverId, trust: event.currentTarget.checked ? 'yes' : 'no' })}
      />
    </section>
  );
}

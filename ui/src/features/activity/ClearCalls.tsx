import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import { Icon } from '../../components/Icon';
import { notifyError } from '../../lib/notify';

interface ClearCallsProps {
  /** Only this server's calls. */
  serverId: ServerId | null;
  disabled: boolean;
}

/** Deletes the history, after asking. */
export function ClearCalls({ serverId, disabled }: ClearCallsProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const clear = useOperation('history.clear');
  const server = useOwners().find((each) => each.id === serverId);
  const whose = server === undefined ? 'all servers' : server.label;
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus withRoles position="bottom-end">
      <Popover.Target>
        <Tooltip label="Clear the history">
          <ActionIcon aria-label="Clear the history" disabled={disabled} onClick={() => setAsking(!asking)}>
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Clear the history">
        <div className="activity-ask">
          <p className="b">Delete the calls of {whose}?</p>
          <p className="fs12 t2">Their arguments and results are gone for good. Servers are not told.</p>
          <div className="row">
            <Button size="xs" data-autofocus onClick={() => setAsking(false)}>
              Keep them
            </Button>
            <Button
              size="xs"
              color="danger"
              loading={clear.isPending}
              onClick={() =>
                clear.mutate({ serverId }, { onSuccess: () => setAsking(false), onError: notifyError })
              }
            >
              Delete
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useOperation, useServers } from '../../api/queries';
import { Icon } from '../../components/Icon';
import { notifyError } from '../../lib/notify';

interface ClearRecordsProps {
  /** Only this server's questions. */
  serverId: ServerId | null;
}

/** Deletes the record of questions, after asking. */
export function ClearRecords({ serverId }: ClearRecordsProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const clear = useOperation('askRecord.clear', { onSuccess: () => setAsking(false), onError: notifyError });
  const server = useServers().data?.find((each) => each.id === serverId);
  const whose = server === undefined ? 'all servers' : server.label;
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus withRoles position="bottom-end">
      <Popover.Target>
        <Tooltip label="Clear the record">
          <ActionIcon aria-label="Clear the record" onClick={() => setAsking(!asking)}>
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Clear the record">
        <div className="activity-ask">
          <p className="b">Delete the questions of {whose}?</p>
          <p className="fs12 t2">What was asked and answered is gone for good. Servers are not told.</p>
          <div className="row">
            <Button size="xs" data-autofocus onClick={() => setAsking(false)}>
              Keep them
            </Button>
            <Button
              size="xs"
              color="danger"
              loading={clear.isPending}
              onClick={() => clear.mutate({ serverId })}
            >
              Delete
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

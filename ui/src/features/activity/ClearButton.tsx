import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import { Icon } from '../../components/Icon';
import { notifyError } from '../../lib/notify';

/** What can be deleted, and in which words. */
const KINDS = {
  calls: {
    operation: 'history.clear',
    label: 'Clear the history',
    lost: 'Their arguments and results are gone for good.',
  },
  questions: {
    operation: 'approvalRecord.clear',
    label: 'Clear the record',
    lost: 'What was asked and answered is gone for good.',
  },
} as const;

interface ClearButtonProps {
  what: keyof typeof KINDS;
  /** Only what belongs to this server. */
  serverId: SourceId | null;
  disabled?: boolean;
}

/** Deletes what is kept of calls or of questions, after asking. */
export function ClearButton({ what, serverId, disabled = false }: ClearButtonProps): ReactNode {
  const { operation, label, lost } = KINDS[what];
  const [asking, setAsking] = useState(false);
  const clear = useOperation(operation, { onSuccess: () => setAsking(false), onError: notifyError });
  const owner = useOwners().find((each) => each.id === serverId);
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus withRoles position="bottom-end">
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} disabled={disabled} onClick={() => setAsking(!asking)}>
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className="activity-ask">
          <p className="b">
            Delete the {what} of {owner?.label ?? 'all servers'}?
          </p>
          <p className="fs12 t2">{lost} Servers are not told.</p>
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

import { ActionIcon, Button, Popover, Tooltip } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './activity.module.css';

/** What can be deleted, and its texts. */
const KINDS = {
  calls: {
    operation: 'history.clear',
    label: 'activity.delete.calls',
    title: 'activity.delete.callsOf',
    titleOfAll: 'activity.delete.callsOfAll',
    lost: 'activity.delete.callsLost',
  },
  approvals: {
    operation: 'approvalRecord.clear',
    label: 'activity.delete.approvals',
    title: 'activity.delete.approvalsOf',
    titleOfAll: 'activity.delete.approvalsOfAll',
    lost: 'activity.delete.approvalsLost',
  },
} as const;

interface ClearButtonProps {
  what: keyof typeof KINDS;
  /** Only what belongs to this server. */
  serverId: SourceId | null;
  /** Only what belongs to this client, by its name. */
  client?: string | undefined;
  disabled?: boolean;
}

/** Deletes past calls or approvals after a confirmation. */
export function ClearButton({ what, serverId, client, disabled = false }: ClearButtonProps): ReactNode {
  const { operation, label, title, titleOfAll, lost } = KINDS[what];
  const [asking, setAsking] = useState(false);
  const clear = useOperation(operation, { onSuccess: () => setAsking(false), onError: notifyError });
  const server = useOwners().find((each) => each.id === serverId)?.label;
  const owner = client === undefined ? server : visibleString(client);
  return (
    <Popover opened={asking} onChange={setAsking} trapFocus withRoles position="bottom-end">
      <Popover.Target>
        <Tooltip label={t(label)}>
          <ActionIcon aria-label={t(label)} disabled={disabled} onClick={() => setAsking(!asking)}>
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(label)}>
        <div className={styles['activity-ask']}>
          <p className={layout.b}>{owner === undefined ? t(titleOfAll) : t(title, { owner })}</p>
          <p className={cx(layout.fs12, layout.t2)}>{t(lost)}</p>
          <div className={layout.row}>
            <Button size="xs" data-autofocus onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button
              size="xs"
              color="danger"
              loading={clear.isPending}
              onClick={() => clear.mutate({ serverId, ...(client !== undefined && { client }) })}
            >
              {t('common.delete')}
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

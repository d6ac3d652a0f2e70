import type { ReactNode } from 'react';
import type { KeptCall } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ActionIcon, Button } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

interface RevokeCallProps {
  call: KeptCall;
  look: 'button' | 'icon';
}

/** Takes back the approval of a call that was not run. */
export function RevokeCall({ call: { callId, tool }, look }: RevokeCallProps): ReactNode {
  const revoke = useOperation('tool.cancel', { onError: notifyError });
  const common = {
    size: 'xs',
    'aria-label': t('clients.kept.revoke', { tool: visibleString(tool) }),
    disabled: revoke.isPending,
    onClick: () => revoke.mutate({ callId }),
  } as const;
  return look === 'button' ? (
    <Button {...common}>{t('policies.revoke')}</Button>
  ) : (
    <ActionIcon {...common} title={t('policies.revoke')}>
      <Icon name="close" size={14} />
    </ActionIcon>
  );
}

import type { ReactNode } from 'react';
import { call, toApiError } from '../../api/client';
import type { PolicyRule } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { offerUndo, UNDO_MS } from '../../kit/undoToast';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { scopeName } from './words';

function offerRestore(ruleId: PolicyRule['id'], scope: string): void {
  offerUndo({
    id: `revoked-${ruleId}`,
    message: t('policies.revoked', { scope }),
    untilAt: Date.now() + UNDO_MS,
    undo: () => void call('policy.restore', { ruleId }).catch(notifyError),
  });
}

/** Revokes a policy of a server or webtool, and offers to undo it. */
export function RevokeButton({ rule, server }: { rule: PolicyRule; server: string }): ReactNode {
  const { id: ruleId } = rule;
  const scope = scopeName(rule);
  const revoke = useOperation('policy.revoke', {
    onSuccess: () => offerRestore(ruleId, scope),
    onError: (error) => {
      notifyError(error);
      // It is revoked all the same, and can be brought back.
      if (toApiError(error).code === 'storeUnwritable') offerRestore(ruleId, scope);
    },
  });
  return (
    <ActionIcon
      size="xs"
      aria-label={t('policies.revokeOf', { scope, server })}
      title={t('policies.revoke')}
      disabled={revoke.isPending}
      onClick={() => revoke.mutate({ ruleId })}
    >
      <Icon name="close" size={14} />
    </ActionIcon>
  );
}

import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { PolicyRule } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { offerUndo } from '../../kit/undoToast';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { scopeName } from './words';

/** As long as a revoked policy comes back by a press, ms. */
const UNDO_MS = 10_000;

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
    onError: notifyError,
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

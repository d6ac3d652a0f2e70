import type { ReactNode } from 'react';
import type { PinItem, ServerId } from '../../../api/generated/contract';
import { useOperation } from '../../../api/queries';
import { AgreeButton } from '../../../entities/review/AcceptButton';
import { notifyError } from '../../../lib/notify';
import { t } from '../../../words/translate';

interface AllowVaryingButtonProps {
  serverId: ServerId;
  item: PinItem;
  onDone: () => void;
}

/** Approves that what alone differs changes from now on. What that is, the core finds. */
export function AllowVaryingButton({ serverId, item, onDone }: AllowVaryingButtonProps): ReactNode {
  const { kind, name, digest } = item;
  const allow = useOperation('pin.acceptVarying', { onSuccess: onDone, onError: notifyError });
  return (
    <AgreeButton
      key={digest}
      loading={allow.isPending}
      onClick={() => allow.mutate({ serverId, item: { kind, name, digest } })}
    >
      {t('review.decide.allowVarying')}
    </AgreeButton>
  );
}

import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';

interface MuteButtonProps {
  serverId: SourceId;
  muted: boolean;
}

/** Declines everything a server asks from now on, or hears it again. */
export function MuteButton({ serverId, muted }: MuteButtonProps): ReactNode {
  const setMuted = useOperation('approval.setMuted', { onError: notifyError });
  return (
    <Button
      size="compact-xs"
      loading={setMuted.isPending}
      onClick={() => setMuted.mutate({ serverId, muted: !muted })}
    >
      {t(muted ? 'shared.unmute' : 'shared.mute')}
    </Button>
  );
}

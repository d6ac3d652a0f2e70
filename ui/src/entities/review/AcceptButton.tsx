import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../kit/controls';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { PinItem, ServerId } from '../../api/generated/contract';
import { call } from '../../api/client';
import { answerKey } from '../../api/queries';
import { notifyError } from '../../lib/notify';
import { ignoreHeld, useArmed } from '../../kit/useArmed';

interface AgreeButtonProps {
  size?: 'xs' | 'sm' | 'md';
  variant?: 'filled' | 'default';
  loading: boolean;
  onClick: () => void;
  children: string;
}

/** Agrees to what is shown. Until that has been in view for a moment the button is there but does nothing: key it by what is shown. */
export function AgreeButton({
  size = 'sm',
  variant = 'default',
  loading,
  onClick,
  children,
}: AgreeButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const { armed, isArmed } = useArmed(button);
  return (
    <Button
      ref={button}
      size={size}
      variant={variant}
      loading={loading}
      aria-disabled={!armed}
      onKeyDown={ignoreHeld}
      onClick={() => isArmed() && onClick()}
    >
      {children}
    </Button>
  );
}

interface AcceptButtonProps extends Pick<AgreeButtonProps, 'size' | 'variant' | 'children'> {
  /** What is taken of each server. */
  of: readonly { serverId: ServerId; items: readonly PinItem[] }[];
  onDone?: () => void;
}

/** Takes these definitions exactly as they are shown. */
export function AcceptButton({ of, onDone, ...look }: AcceptButtonProps): ReactNode {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: async () => {
      for (const { serverId, items } of of)
        // One after the other: a refusal stops those that follow, which are still to be reviewed.
        // oxlint-disable-next-line no-await-in-loop
        await call('pin.accept', {
          serverId,
          items: items.map(({ kind, name, digest }) => ({ kind, name, digest })),
        });
    },
    onSuccess: () => onDone?.(),
    onError: (error) => {
      notifyError(error);
      // What may be accepted together depends on the tools of other servers, which may have changed.
      for (const { serverId } of of)
        void client.invalidateQueries({ queryKey: answerKey('pin.list', { serverId }) });
    },
  });
  return (
    <AgreeButton
      key={of.flatMap(({ items }) => items.map(({ digest }) => digest)).join()}
      {...look}
      loading={accept.isPending}
      onClick={() => accept.mutate()}
    />
  );
}

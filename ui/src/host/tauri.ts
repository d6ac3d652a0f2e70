import { Channel, invoke } from '@tauri-apps/api/core';
import type { AppEvent } from '../api/generated/contract';
import type { Host } from './types';

/** The real core, through the shell's two commands. */
export const tauriHost: Host = {
  call: (name, params) => invoke('rpc', { name, params }),
  subscribe: (onEvent) => {
    const channel = new Channel<AppEvent>();
    channel.onmessage = onEvent;
    invoke('subscribe', { channel }).then(
      // What happened between the page's first questions and this moment is caught up with.
      () => channel.onmessage({ kind: 'resync' }),
      // A page that cannot follow events would show stale facts; that is a mistake of the build.
      (cause: unknown) => reportError(cause),
    );
    return () => {
      channel.onmessage = () => undefined;
    };
  },
};

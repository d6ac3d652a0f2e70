import { Channel, invoke } from '@tauri-apps/api/core';
import type { AppEvent } from '../api/generated/contract';
import type { Host } from './types';

/** The real core, through the shell's two commands. */
export const tauriHost: Host = {
  call: (name, params) => invoke('rpc', { name, params }),
  subscribe: (onEvent) => {
    const channel = new Channel<AppEvent>();
    channel.onmessage = onEvent;
    // A page that cannot follow events would show stale facts; a failure here is a bug of the build.
    invoke('subscribe', { channel }).catch((cause: unknown) => reportError(cause));
    return () => {
      channel.onmessage = () => undefined;
    };
  },
};

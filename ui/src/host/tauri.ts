import { Channel, invoke } from '@tauri-apps/api/core';
import type { AppEvent, Operations } from '../api/generated/contract';
import { parseJsonInWorker } from './parseJsonInWorker';
import type { Host } from './types';

/** The real core, through the shell's two commands. */
export const tauriHost: Host = {
  call: async <K extends keyof Operations>(name: K, params: Operations[K][0]) => {
    const answer = await invoke<Operations[K][1] | ArrayBuffer>('rpc', { name, params });
    // A long answer comes as the bytes of its JSON.
    return answer instanceof ArrayBuffer ? ((await parseJsonInWorker(answer)) as Operations[K][1]) : answer;
  },
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

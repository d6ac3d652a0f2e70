import { useEffect, useRef } from 'react';
import type { ServerId } from '../api/generated/contract';
import { useServers } from '../api/queries';
import { announce } from '../lib/announce';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';

/** Says that a server runs, once it does. Other states are said where they are shown, with what can be done. */
export function useRunningSaid(): void {
  const { data: servers } = useServers();
  // `null`: what runs when the window opens is not said.
  const before = useRef<ReadonlyMap<ServerId, string> | null>(null);
  useEffect(() => {
    if (servers === undefined) return;
    const known = before.current;
    before.current = new Map(servers.map(({ id, state }) => [id, state.kind]));
    if (known === null) return;
    for (const { id, label, state } of servers) {
      if (state.kind === 'running' && known.get(id) !== 'running') {
        announce(t('app.running', { server: visibleString(label) }));
      }
    }
  }, [servers]);
}

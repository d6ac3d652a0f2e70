import { useEffect, useRef } from 'react';
import type { ServerId } from '../api/generated/contract';
import { useServers } from '../api/queries';
import { announce } from '../lib/announce';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';

/** Says that a server runs, once it does. Other states are said where they are shown, with what can be done. */
export function useRunningSaid(): void {
  const { data: servers } = useServers();
  const before = useRef<ReadonlyMap<ServerId, string>>(new Map());
  useEffect(() => {
    if (servers === undefined) return;
    for (const { id, label, state } of servers) {
      const was = before.current.get(id);
      if (state.kind === 'running' && was !== undefined && was !== 'running')
        announce(t('app.running', { server: visibleString(label) }));
    }
    before.current = new Map(servers.map(({ id, state }) => [id, state.kind]));
  }, [servers]);
}

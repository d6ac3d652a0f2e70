import { useServers } from '../api/queries';
import { useArrivals } from '../kit/useArrivals';
import { announce } from '../lib/announce';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';

/** Says that a server runs, once it does. Other states are said where they are shown, with what can be done. */
export function useRunningSaid(): void {
  const running = useServers().data?.filter(({ state }) => state.kind === 'running');
  useArrivals(
    running,
    ({ id }) => id,
    ({ label }) => announce(t('app.running', { server: visibleString(label) })),
  );
}

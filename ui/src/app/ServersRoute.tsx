import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { useServers } from '../api/queries';

const FirstRunScreen = lazy(async () => ({
  default: (await import('../features/first-run/FirstRunScreen')).FirstRunScreen,
}));
const ServersScreen = lazy(async () => ({
  default: (await import('../features/servers/ServersScreen')).ServersScreen,
}));

/** The servers; or, as long as there is none, the ways to the first. */
export function ServersRoute(): ReactNode {
  const { data } = useServers();
  return <Suspense fallback={null}>{data?.length === 0 ? <FirstRunScreen /> : <ServersScreen />}</Suspense>;
}

import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { useServers } from '../api/queries';
import { useWebtools } from '../api/webtools';

const FirstRunScreen = lazy(async () => ({
  default: (await import('../features/first-run/FirstRunScreen')).FirstRunScreen,
}));
const ServersScreen = lazy(async () => ({
  default: (await import('../features/servers/ServersScreen')).ServersScreen,
}));

/** The servers and webtools; or, as long as there is none, the ways to the first. */
export function ServersRoute(): ReactNode {
  const { data: servers } = useServers();
  const { data: webtools } = useWebtools();
  const isEmpty = servers?.length === 0 && webtools?.length === 0;
  return <Suspense fallback={null}>{isEmpty ? <FirstRunScreen /> : <ServersScreen />}</Suspense>;
}

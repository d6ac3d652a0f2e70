import { useApprovals, useServers } from './queries';
import { useWebtools } from './webtools';

/** How much waits for the person, as Approvals lists it and the window's title says it. */
export function useWaiting(): number {
  const lists = [useServers().data ?? [], useWebtools().data ?? []];
  const needs = lists.flat().filter(({ need }) => need !== null);
  return (useApprovals().data?.length ?? 0) + needs.length;
}

import { call } from '../../api/client';
import { statePart } from '../../lib/store';
import type { AppId, AppPlace } from '../../api/generated/contract';

/** Places that are told next, by app; an app is here as long as one of its places is being told. */
const next = statePart(() => new Map<AppId, AppPlace | null>());

/** Tells where an app is to be drawn: one place at a time, and of those that come meanwhile the last, for the host may
 * take two requests that are open at once in any order. */
export async function placeApp(appId: AppId, place: AppPlace): Promise<void> {
  const isTelling = next().has(appId);
  next().set(appId, place);
  if (isTelling) return;
  for (let told = next().get(appId); told; told = next().get(appId)) {
    next().set(appId, null);
    // An app that has ended is told by an event.
    // oxlint-disable-next-line no-await-in-loop
    await call('mcpApp.place', { appId, place: told }).catch(() => undefined);
  }
  next().delete(appId);
}

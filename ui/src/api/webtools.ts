import { useCallback, useMemo } from 'react';
import { useStore } from '../lib/store';
import type { SourceId, ThemedIcon, WebtoolSnapshot } from './generated/contract';
import { useAnswer, useServers } from './queries';
import { removedWebtools } from './removals';
import { messageText } from '../words/message';
import { t } from '../words/translate';

/** Every webtool but those that were just removed. */
export function useWebtools() {
  const removed = useStore(removedWebtools);
  const select = useCallback(
    (webtools: WebtoolSnapshot[]) =>
      removed.size === 0 ? webtools : webtools.filter(({ id }) => !removed.has(id)),
    [removed],
  );
  return useAnswer('webtool.list', {}, { select });
}

/** Why nothing of a webtool runs until the person has decided; `null` = that does not keep it from running. */
export function stopOf({ state, checked }: WebtoolSnapshot): string | null {
  if (state.kind === 'refused') return messageText(state.message);
  if (state.kind !== 'stopped') return null;
  const isDowngraded = checked?.found.kind === 'other' && checked.found.change === 'downgraded';
  return t(isDowngraded ? 'errors.webtool.downgraded' : 'errors.webtool.changed');
}

/** The webtool that has this id and is stopped, with the reason; `null` = there is none. */
export function useStoppedWebtool(id: SourceId): { webtool: WebtoolSnapshot; reason: string } | null {
  const webtool = useWebtools().data?.find((one) => one.id === id);
  const reason = webtool === undefined ? null : stopOf(webtool);
  return webtool === undefined || reason === null ? null : { webtool, reason };
}

/** Whose tools there are: a server, or a webtool with its actions. */
export interface Owner {
  id: SourceId;
  label: string;
  icon: ThemedIcon | null;
}

/** Everybody who has tools, by the name they are listed under. */
export function useOwners(): Owner[] {
  const servers = useServers().data;
  const webtools = useWebtools().data;
  return useMemo(
    () => [
      ...(servers ?? []).map(({ id, label, icon }) => ({ id, label, icon })),
      ...(webtools ?? []).map(({ id, label }) => ({ id, label, icon: null })),
    ],
    [servers, webtools],
  );
}

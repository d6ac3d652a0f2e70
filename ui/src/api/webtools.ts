import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useStore } from '../lib/store';
import { call } from './client';
import type { PinId, SourceId, ThemedIcon, WebtoolId, WebtoolSnapshot } from './generated/contract';
import { keys } from './keys';
import { useServers } from './queries';
import { removedWebtools } from './removals';
import { messageText } from '../words/message';
import { t } from '../words/translate';

/** Every webtool but those that were just removed. */
export function useWebtools() {
  const removed = useStore(removedWebtools);
  return useQuery({
    queryKey: keys.webtools,
    queryFn: () => call('webtool.list', {}),
    select: useCallback(
      (webtools: WebtoolSnapshot[]) =>
        removed.size === 0 ? webtools : webtools.filter(({ id }) => !removed.has(id)),
      [removed],
    ),
  });
}

/** Everything about one webtool. */
export const useWebtool = (webtoolId: WebtoolId) =>
  useQuery({ queryKey: keys.webtool(webtoolId), queryFn: () => call('webtool.get', { webtoolId }) });

/** One kept document exactly as it came. */
export const useWebtoolText = (webtoolId: WebtoolId, pinId: PinId | undefined) =>
  useQuery({
    queryKey: keys.webtoolText(webtoolId, pinId),
    queryFn: pinId === undefined ? skipToken : () => call('webtool.text', { webtoolId, pinId }),
  });

/** Another document held against the one that is used. */
export const useWebtoolComparison = (webtoolId: WebtoolId, pinId: PinId) =>
  useQuery({
    queryKey: keys.webtoolComparison(webtoolId, pinId),
    queryFn: () => call('webtool.compare', { webtoolId, pinId }),
  });

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

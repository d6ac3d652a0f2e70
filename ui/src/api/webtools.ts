import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from './client';
import type { PinId, SourceId, ThemedIcon, WebtoolId } from './generated/contract';
import { keys } from './keys';
import { useServers } from './queries';

export const useWebtools = () =>
  useQuery({ queryKey: keys.webtools, queryFn: () => call('webtool.list', {}) });

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

/** Whose tools there are: a server, or a webtool with its actions. */
export interface Owner {
  id: SourceId;
  label: string;
  icon: ThemedIcon | null;
}

/** Everybody who has tools, by the name they are listed under. */
export function useOwners(): Owner[] {
  const { data: servers = [] } = useServers();
  const { data: webtools = [] } = useWebtools();
  return [
    ...servers.map(({ id, label, icon }) => ({ id, label, icon })),
    ...webtools.map(({ id, label }) => ({ id, label, icon: null })),
  ];
}

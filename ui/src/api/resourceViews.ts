import { useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { ResourceView, ServerId, Settings } from './generated/contract';
import { keys } from './keys';
import { useSettings } from './queries';

/** How the resources of a server, or of all (`null`), are shown: remembered for the next time. */
export function useResourceView(serverId: ServerId | null): [ResourceView, (view: ResourceView) => void] {
  const place = serverId ?? '';
  const view = useSettings().data?.resourceViews[place] ?? 'list';
  const client = useQueryClient();
  const keep = (next: ResourceView): void => {
    const settings = client.getQueryData<Settings>(keys.settings);
    if (settings === undefined || next === view) return;
    const changed = { ...settings, resourceViews: { ...settings.resourceViews, [place]: next } };
    client.setQueryData(keys.settings, changed);
    // A view that could not be kept holds for as long as the window lives.
    call('setting.set', changed).catch(() => undefined);
  };
  return [view, keep];
}

import { useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { ResourceSort, ResourceView, ServerId, Settings } from './generated/contract';
import { keys } from './keys';
import { useSettings } from './queries';

/** How the resources of a server, or of all, are shown. */
interface ResourceLook {
  view: ResourceView;
  /** `null` = in the order of their server. */
  sort: ResourceSort | null;
  setView: (view: ResourceView) => void;
  setSort: (sort: ResourceSort | null) => void;
}

/** How the resources of a server, or of all (`null`), are shown: remembered for the next time. */
export function useResourceLook(serverId: ServerId | null): ResourceLook {
  const place = serverId ?? '';
  const settings = useSettings().data;
  const client = useQueryClient();
  const change = (changed: (before: Settings) => Partial<Settings>): void => {
    const before = client.getQueryData<Settings>(keys.settings);
    if (before === undefined) return;
    const next = { ...before, ...changed(before) };
    client.setQueryData(keys.settings, next);
    // A look that could not be kept holds for as long as the window lives.
    call('setting.set', next).catch(() => undefined);
  };
  return {
    view: settings?.resourceViews[place] ?? 'list',
    sort: settings?.resourceSorts[place] ?? null,
    setView: (view) =>
      change(({ resourceViews }) => ({ resourceViews: { ...resourceViews, [place]: view } })),
    setSort: (sort) =>
      change(({ resourceSorts }) => {
        const { [place]: _, ...others } = resourceSorts;
        return { resourceSorts: sort === null ? others : { ...others, [place]: sort } };
      }),
  };
}

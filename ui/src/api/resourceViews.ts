import type { ResourceSort, ResourceView, ServerId } from './generated/contract';
import { useKeepLook } from './keptLook';
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
  const change = useKeepLook();
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

import type { ResourceColumn, ResourceSort, ResourceView, ServerId } from './generated/contract';
import { useKeepLook } from './keptLook';
import { useSettings } from './queries';

/** Widths the person gave to columns, CSS pixels. */
export type ColumnWidths = Readonly<Partial<Record<ResourceColumn, number>>>;

/** How the resources of a server, or of all, are shown. */
interface ResourceLook {
  view: ResourceView;
  /** `null` = in the order of their server. */
  sort: ResourceSort | null;
  widths: ColumnWidths;
  setView: (view: ResourceView) => void;
  setSort: (sort: ResourceSort | null) => void;
  setWidths: (widths: ColumnWidths) => void;
}

const USUAL: ColumnWidths = {};

/** How the resources of a server, or of all (`null`), are shown: remembered for the next time. */
export function useResourceLook(serverId: ServerId | null): ResourceLook {
  const place = serverId ?? '';
  const settings = useSettings().data;
  const change = useKeepLook();
  return {
    view: settings?.resourceViews[place] ?? 'list',
    sort: settings?.resourceSorts[place] ?? null,
    widths: settings?.resourceColumns[place] ?? USUAL,
    setView: (view) =>
      change(({ resourceViews }) => ({ resourceViews: { ...resourceViews, [place]: view } })),
    setSort: (sort) =>
      change(({ resourceSorts }) => {
        const { [place]: _, ...others } = resourceSorts;
        return { resourceSorts: sort === null ? others : { ...others, [place]: sort } };
      }),
    setWidths: (widths) =>
      change(({ resourceColumns }) => {
        const { [place]: _, ...others } = resourceColumns;
        const isUsual = Object.keys(widths).length === 0;
        return { resourceColumns: isUsual ? others : { ...others, [place]: widths } };
      }),
  };
}

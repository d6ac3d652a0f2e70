import type {
  BrokenEntry,
  Section,
  ServerSnapshot,
  SourceId,
  ToolHead,
  Message,
} from '../../api/generated/contract';
import { formatNumber } from '../../lib/format';
import { searchOver } from '../../lib/search';
import { t } from '../../words/translate';

/** What the lists of all servers add up to. */
export interface Overview {
  sections: Section<ToolHead, SourceId>[];
  /** Usable tools before the search. */
  total: number;
  /** Found by the search. */
  found: number;
  broken: { serverId: SourceId; entries: BrokenEntry[]; usable: number }[];
  failed: { serverId: SourceId; message: Message }[];
  /** Not one list is there yet, but some are on their way. */
  loading: boolean;
}

const search = searchOver(({ title, name, description }: ToolHead) => [title, name, description]);

/** Sums the servers' lists up and narrows them to a search over title, name and description, and to tools with a place. */
export function overviewOf(
  sections: readonly Section<ToolHead, SourceId>[],
  query: string,
  placeOf: ((tool: ToolHead) => number | undefined) | null = null,
): Overview {
  const found = search(query);
  const shown = (tool: ToolHead): boolean =>
    (found === null || found(tool)) && (placeOf === null || placeOf(tool) !== undefined);
  const narrowed =
    found === null && placeOf === null
      ? [...sections]
      : sections
          .map((section) => ({ ...section, items: section.items.filter(shown) }))
          .filter(({ items }) => items.length > 0);
  if (placeOf !== null)
    for (const { items } of narrowed) items.sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
  const total = sum(sections);
  return {
    sections: narrowed,
    total,
    found: sum(narrowed),
    broken: sections
      .filter(({ broken }) => broken.length > 0)
      .map(({ serverId, broken, items }) => ({ serverId, entries: broken, usable: items.length })),
    failed: sections.flatMap(({ serverId, state }) =>
      state.kind === 'failed' ? [{ serverId, message: state.message }] : [],
    ),
    loading: total === 0 && sections.some(({ state }) => state.kind === 'loading'),
  };
}

function sum(sections: readonly Section<ToolHead, SourceId>[]): number {
  return sections.reduce((count, { items }) => count + items.length, 0);
}

/** What a section's header says beside the label. */
export function sectionRemark(
  section: Section<ToolHead, SourceId>,
  server: ServerSnapshot | undefined,
): string {
  switch (section.state.kind) {
    case 'ready':
      return formatNumber(section.items.length);
    case 'loading':
      return t('tools.section.loading');
    case 'failed':
      return t('tools.section.failed');
    case 'notOffered':
      return t('tools.section.none');
    case 'offline':
      return t(server?.state.kind === 'disabled' ? 'tools.section.disabled' : 'tools.section.notConnected');
  }
}

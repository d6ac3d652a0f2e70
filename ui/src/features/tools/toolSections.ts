import type {
  BrokenEntry,
  Section,
  ServerSnapshot,
  SourceId,
  ToolHead,
  Message,
} from '../../api/generated/contract';
import { formatNumber } from '../../lib/format';
import { closest, matches } from '../../lib/search';
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
  /** A name close to a search that found nothing. */
  suggestion: string | null;
}

/** Sums the servers' lists up and narrows them to a search over title, name and description. */
export function overviewOf(sections: readonly Section<ToolHead, SourceId>[], query: string): Overview {
  const narrowed = sections.map((section) => ({
    ...section,
    items:
      query.trim() === ''
        ? section.items
        : section.items.filter(({ title, name, description }) => matches(query, title, name, description)),
  }));
  const total = sum(sections);
  const found = sum(narrowed);
  const names = sections.flatMap(({ items }) => items.map(({ title }) => title));
  return {
    sections: narrowed,
    total,
    found,
    broken: sections
      .filter(({ broken }) => broken.length > 0)
      .map(({ serverId, broken, items }) => ({ serverId, entries: broken, usable: items.length })),
    failed: sections.flatMap(({ serverId, state }) =>
      state.kind === 'failed' ? [{ serverId, message: state.message }] : [],
    ),
    loading: total === 0 && sections.some(({ state }) => state.kind === 'loading'),
    suggestion: found === 0 && query !== '' ? closest(query, names) : null,
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

import type {
  BrokenEntry,
  CatalogKind,
  Section,
  ServerId,
  ServerSnapshot,
  SourceId,
  Message,
} from '../api/generated/contract';

import { ENTRIES_PER_STEP, finish } from './steps';
import type { Steps } from './steps';

/** A row of a list of what servers offer: an entry, or why entries are missing. */
export type CatalogRow<T> =
  | { kind: 'entry'; serverId: ServerId; entry: T }
  | { kind: 'failed'; serverId: ServerId; list: CatalogKind; message: Message }
  | { kind: 'broken'; serverId: ServerId; list: CatalogKind; broken: readonly BrokenEntry[] };

/** What one server offers, as far as it matches the search. */
export interface CatalogGroup<T> {
  server: ServerSnapshot;
  rows: CatalogRow<T>[];
  /** Entries before the search. */
  total: number;
  loading: boolean;
}

/** One of the lists that stand together on a screen. */
export interface CatalogPart<T> {
  list: CatalogKind;
  sections: readonly Section<T>[];
}

/**
 * Puts lists of several servers together, in the order of the servers. Servers that have nothing to show and nothing to
 * say are left out; a list that failed or has unusable entries says so in a row of its own. With places, only entries
 * that have one are listed, in their order.
 */
export const catalogGroups = <T>(
  servers: readonly ServerSnapshot[],
  parts: readonly CatalogPart<T>[],
  wanted: ((entry: T) => boolean) | null,
  placeOf: ((entry: T) => number | undefined) | null = null,
): CatalogGroup<T>[] => finish(catalogGroupsInSteps(servers, parts, wanted, placeOf));

/** The same in steps. */
export function* catalogGroupsInSteps<T>(
  servers: readonly ServerSnapshot[],
  parts: readonly CatalogPart<T>[],
  wanted: ((entry: T) => boolean) | null,
  placeOf: ((entry: T) => number | undefined) | null,
): Steps<CatalogGroup<T>[]> {
  const isWhole = wanted === null && placeOf === null;
  const isShown = (entry: T): boolean =>
    (wanted === null || wanted(entry)) && (placeOf === null || placeOf(entry) !== undefined);
  const groups: CatalogGroup<T>[] = [];
  for (const server of servers) {
    const rows: CatalogRow<T>[] = [];
    let total = 0;
    let loading = false;
    for (const { list, sections } of parts) {
      const section = sections.find((each) => each.serverId === server.id);
      if (section === undefined) continue;
      total += section.items.length;
      loading ||= section.state.kind === 'loading' && section.items.length === 0;
      for (const [place, entry] of section.items.entries()) {
        if (isShown(entry)) rows.push({ kind: 'entry', serverId: server.id, entry });
        if (place % ENTRIES_PER_STEP === 0) yield;
      }
      if (isWhole) rows.push(...troubles(server.id, list, section));
    }
    if (placeOf !== null) rows.sort(byPlace(placeOf));
    const waits = loading && isWhole;
    if (rows.length > 0 || waits) groups.push({ server, rows, total, loading });
  }
  return groups;
}

const byPlace =
  <T>(placeOf: (entry: T) => number | undefined) =>
  (one: CatalogRow<T>, other: CatalogRow<T>): number =>
    one.kind === 'entry' && other.kind === 'entry'
      ? (placeOf(one.entry) ?? 0) - (placeOf(other.entry) ?? 0)
      : 0;

function troubles<T>(serverId: ServerId, list: CatalogKind, section: Section<T>): CatalogRow<T>[] {
  const rows: CatalogRow<T>[] = [];
  if (section.state.kind === 'failed')
    rows.push({ kind: 'failed', serverId, list, message: section.state.message });
  if (section.broken.length > 0) rows.push({ kind: 'broken', serverId, list, broken: section.broken });
  return rows;
}

/** An address with another server filter; all else in it stays. */
export function withFilter<S extends { filter?: SourceId }>(
  search: S,
  next: SourceId | null,
): Omit<S, 'filter'> & { filter?: SourceId } {
  const { filter: _, ...rest } = search;
  return next === null ? rest : { ...rest, filter: next };
}

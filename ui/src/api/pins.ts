import { useQueries, useQuery } from '@tanstack/react-query';
import type {
  PinItem,
  PinKind,
  PinState,
  ServerId,
  ServerSnapshot,
  SingleReason,
} from './generated/contract';
import { formatList } from '../lib/format';
import { createStore, useStore } from '../lib/store';
import { visibleString } from '../lib/visible';
import { answerKey, asked, useAnswer, useServers } from './queries';
import { t } from '../words/translate';

const byKey = new WeakMap<readonly PinItem[], ReadonlyMap<string, PinItem>>();

const pinKey = (kind: PinKind, name: string): string => `${kind} ${name}`;

/** The items by kind and name; made once for each answer, however many rows ask. */
function itemsByKey(items: readonly PinItem[]): ReadonlyMap<string, PinItem> {
  let found = byKey.get(items);
  if (found === undefined) {
    found = new Map(items.map((item) => [pinKey(item.kind, item.name), item]));
    byKey.set(items, found);
  }
  return found;
}

/** One item, with what was pinned and what is declared. What is shown of one digest never stands under another. */
export const usePin = (serverId: ServerId, { kind, name, digest }: PinItem) =>
  useQuery({
    ...asked('pin.get', { serverId, kind, name }),
    queryKey: [...answerKey('pin.get', { serverId, kind, name }), digest],
  });

/** What of one server is to be reviewed. */
export interface PendingReview {
  server: ServerSnapshot;
  items: readonly PinItem[];
}

interface PendingReviews {
  /** In the order of the servers. */
  reviews: PendingReview[];
  /** Whether the person has put off exactly these, or more. */
  isPutOff: boolean;
  isPending: boolean;
  /** Why some could not be read. */
  failed: Error | null;
}

/** Definitions that the person looks at later, each as it was then. */
const putOff = createStore<ReadonlySet<string>>(new Set());

/** Has these wait without being counted, until another definition waits. */
export const putOffReviews = (reviews: readonly PendingReview[]): void =>
  putOff.set(new Set(keysOf(reviews)));

const keysOf = (reviews: readonly PendingReview[]): string[] =>
  reviews.flatMap(({ server, items }) =>
    items.map(({ kind, name, digest }) => JSON.stringify([server.id, kind, name, digest])),
  );

/** How many definitions are to be reviewed. */
export const definitionsTitle = (reviews: readonly PendingReview[]): string =>
  t('common.definitionsToReview', { count: reviews.reduce((sum, { items }) => sum + items.length, 0) });

/** Whether definitions of a server are to be reviewed: changed ones, or new ones of a server that runs. */
const hasReview = ({ need, review, state }: ServerSnapshot): boolean =>
  need === 'changed' || (review.new > 0 && state.kind === 'running');

/** Every definition that is to be reviewed. */
export function usePendingReviews(): PendingReviews {
  const servers = (useServers().data ?? []).filter(hasReview);
  const later = useStore(putOff);
  return useQueries({
    queries: servers.map(({ id }) => asked('pin.list', { serverId: id })),
    combine: (results) => {
      const reviews = servers
        .map((server, at) => ({ server, items: (results[at]?.data ?? []).filter(waits) }))
        .filter(({ items }) => items.length > 0);
      return {
        reviews,
        isPutOff: later.size > 0 && keysOf(reviews).every((key) => later.has(key)),
        isPending: results.some((result) => result.isPending),
        failed: results.find(({ error }) => error !== null)?.error ?? null,
      };
    },
  });
}

/** Whether an item waits for the person's look before it is used. */
export const waits = ({ state, keptOld }: PinItem): boolean => state.kind !== 'unchanged' && !keptOld;

/** Whether it may be accepted together with others. */
export const isTogether = ({ single }: PinItem): boolean => single.length === 0;

/** Why an item is accepted only by itself; a tool of the same name with the servers that have it. */
export const singleReason = (reason: SingleReason, { namesakes }: PinItem): string =>
  reason === 'nameOfAnother'
    ? t('errors.single.nameOfAnother', { servers: formatList(namesakes.map(visibleString)) })
    : t(`errors.single.${reason}`);

/** Whether an item the person had looked at is stopped. */
export const isStopped = (kind: PinState['kind']): boolean => kind === 'changed' || kind === 'tampered';

/** Why an item is not used, if it is not. */
export function useStop(serverId: ServerId, kind: PinKind, name: string): 'new' | 'changed' | null {
  const review = useServers().data?.find(({ id }) => id === serverId)?.review;
  const waiting = (review?.changed ?? 0) + (review?.new ?? 0) + (review?.keptOld ?? 0);
  const item = useAnswer('pin.list', waiting > 0 ? { serverId } : null, {
    select: (items) => itemsByKey(items).get(pinKey(kind, name)),
  }).data;
  if (waiting === 0 || item === undefined || item.state.kind === 'unchanged') return null;
  return isStopped(item.state.kind) ? 'changed' : 'new';
}

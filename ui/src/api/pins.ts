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

/** A definition of a server that changed and waits for the person. */
export interface ChangedPin {
  server: ServerSnapshot;
  item: PinItem;
}

interface ChangedPins {
  /** In the order of the servers. */
  changed: ChangedPin[];
  isPending: boolean;
  /** Why some could not be read. */
  failed: Error | null;
}

/** Every changed definition that waits for the person. */
export function useChangedPins(): ChangedPins {
  const servers = (useServers().data ?? []).filter(({ need }) => need === 'changed');
  return useQueries({
    queries: servers.map(({ id }) => asked('pin.list', { serverId: id })),
    combine: (results) => ({
      changed: servers.flatMap((server, at) =>
        (results[at]?.data ?? [])
          .filter((item) => isStopped(item.state.kind) && waits(item))
          .map((item) => ({ server, item })),
      ),
      isPending: results.some((result) => result.isPending),
      failed: results.find(({ error }) => error !== null)?.error ?? null,
    }),
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

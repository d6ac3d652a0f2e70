import type { ServerId, ServerPlace, ServerSnapshot } from '../api/generated/contract';

type Grouped = Pick<ServerSnapshot, 'id' | 'group'>;

/** The groups there are, in the order of their first servers; servers without one are no group. */
export function groupNames(servers: readonly Grouped[]): string[] {
  return [...new Set(servers.flatMap(({ group }) => (group === null ? [] : [group])))];
}

/** The servers as they are listed: those without a group first, then group by group. */
export function listed<T extends Grouped>(servers: readonly T[]): T[] {
  return [null, ...groupNames(servers)].flatMap((name) => servers.filter(({ group }) => group === name));
}

const placesOf = (servers: readonly Grouped[]): ServerPlace[] =>
  listed(servers).map(({ id, group }) => ({ serverId: id, group }));

/** The places after a server moves among those of its group; `null` = it stands at that end already. */
export function stepped(servers: readonly Grouped[], id: ServerId, by: -1 | 1): ServerPlace[] | null {
  const places = placesOf(servers);
  const from = places.findIndex(({ serverId }) => serverId === id);
  const moved = places[from];
  const other = places[from + by];
  if (moved === undefined || other === undefined || other.group !== moved.group) return null;
  return places.with(from, other).with(from + by, moved);
}

/** The places after a server was dropped before or after another one, whose group it joins. */
export function dropped(
  servers: readonly Grouped[],
  id: ServerId,
  target: ServerId,
  side: 'before' | 'after',
): ServerPlace[] | null {
  const places = placesOf(servers);
  const onto = places.find(({ serverId }) => serverId === target);
  if (onto === undefined || id === target) return null;
  const rest = places.filter(({ serverId }) => serverId !== id);
  const at = rest.indexOf(onto) + (side === 'after' ? 1 : 0);
  return rest.toSpliced(at, 0, { serverId: id, group: onto.group });
}

/** The places after a server was dropped on the name of a group: it is the first one there, or the last. */
export function joined(
  servers: readonly Grouped[],
  id: ServerId,
  group: string,
  end: 'first' | 'last',
): ServerPlace[] | null {
  const others = listed(servers).filter((server) => server.group === group && server.id !== id);
  const target = others.at(end === 'first' ? 0 : -1);
  return target === undefined ? null : dropped(servers, id, target.id, end === 'first' ? 'before' : 'after');
}

/** The places after a group moves among the groups; `null` = it stands at that end already. */
export function groupStepped(servers: readonly Grouped[], group: string, by: -1 | 1): ServerPlace[] | null {
  const names = groupNames(servers);
  const from = names.indexOf(group);
  const other = names[from + by];
  if (from === -1 || other === undefined) return null;
  return groupDropped(servers, group, other, by < 0 ? 'before' : 'after');
}

/** The places after a group was dropped before or after another one; `null` stands for the servers without a group. */
export function groupDropped(
  servers: readonly Grouped[],
  group: string,
  target: string | null,
  side: 'before' | 'after',
): ServerPlace[] | null {
  if (group === target) return null;
  const rest = groupNames(servers).filter((name) => name !== group);
  // Those without a group stay first.
  const at = target === null ? 0 : rest.indexOf(target) + (side === 'after' ? 1 : 0);
  const places = placesOf(servers);
  return [null, ...rest.toSpliced(at, 0, group)].flatMap((name) =>
    places.filter((place) => place.group === name),
  );
}

import type {
  AppEvent,
  ApprovalEnding,
  ApprovalId,
  ApprovalRecord,
  ApprovalRecordId,
  JsonValue,
  LaunchReview,
  Need,
  PinItem,
  ProgramChange,
  ServerId,
  ServerSnapshot,
  ViewedItem,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { broughtPins, changedPins, newPins } from './pins';
import type { FakePin } from './pins';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import type { World } from './world';
import { coreMessage } from '../../words/message';

type Mine = Pick<Handlers, Extract<keyof Handlers, `pin.${string}`>>;

/** How much of these waits for the person. */
function counted(pins: readonly FakePin[]) {
  const waiting = pins.filter(({ item }) => !item.keptOld);
  const count = (...kinds: string[]) => waiting.filter(({ item }) => kinds.includes(item.state.kind)).length;
  return {
    new: count('new', 'renamed', 'asBrought', 'unlikeBrought'),
    changed: count('changed', 'tampered'),
    gone: count('gone'),
    keptOld: pins.length - waiting.length,
  };
}

/** What of a server waits for the person because of these. */
const needOf = ({ changed }: ReturnType<typeof counted>): Need | null => (changed > 0 ? 'changed' : null);

/** GitHub's definitions are to be reviewed, and somebody has changed how Postgres is started. */
export function showReview(world: World, which: 'new' | 'changed' | 'brought'): void {
  const github = 'github' as ServerId;
  const postgres = 'postgres' as ServerId;
  const pins =
    which === 'brought'
      ? broughtPins()
      : which === 'changed'
        ? changedPins()
        : newPins(world.tools.filter(({ head }) => head.serverId === github).map(({ head }) => head.name));
  world.pins.set(github, pins);
  world.launches.set(postgres, CHANGED_LAUNCH);
  for (const { snapshot } of world.servers) {
    if (snapshot.id === github) {
      snapshot.review = counted(pins);
      snapshot.need = needOf(snapshot.review);
      snapshot.programChanged = which === 'changed' ? MOVED_PROGRAM : null;
    }
    if (snapshot.id === postgres) {
      snapshot.need = 'firstLook';
      snapshot.state = {
        kind: 'needsReview',
        reason: coreMessage('failure.needsReview', { server: 'Postgres' }),
      };
    }
  }
}

/** Two servers came from another app and were never enabled here. */
export function showImported(world: World): void {
  const runs: Record<string, JsonValue> = {
    notes: { kind: 'stdio', command: 'notes-mcp', args: ['--folder', '~/notes'], env: [], cwd: null },
    postgres: {
      kind: 'stdio',
      command: 'docker',
      args: ['run', 'mcp/postgres'],
      env: [{ name: 'PGPASSWORD', value: { kind: 'secret' } }],
      cwd: null,
    },
  };
  for (const { snapshot } of world.servers) {
    const transport = runs[snapshot.id];
    if (transport === undefined) continue;
    snapshot.state = { kind: 'disabled' };
    world.launches.set(snapshot.id, {
      old: null,
      new: { label: snapshot.label, transport },
      fingerprint: `launch of ${snapshot.id}`,
      differences: [],
    });
  }
}

const MOVED_PROGRAM: ProgramChange = {
  at: NOW - 3_600_000,
  path: '/home/ada/.local/bin/npx',
  before: '/usr/bin/npx',
};

const CHANGED_LAUNCH: LaunchReview = {
  old: {},
  new: {},
  fingerprint: 'f1',
  differences: [
    {
      path: '/transport/args/3',
      kind: 'host',
      message: coreMessage('difference.changedTo', {
        subject: coreMessage('difference.entry.argument', { name: '4' }),
        old: '`mcp/postgres`',
        new: '`evil/postgres`',
      }),
      old: 'mcp/postgres',
      new: 'evil/postgres',
      hidden: [],
    },
  ],
};

/** The record of a decision about definitions. */
function decisionOf(
  { id, label }: ServerSnapshot,
  items: readonly ViewedItem[],
  ending: ApprovalEnding,
): ApprovalRecord {
  const at = Date.now();
  const name = `definition-${at}-${items.map((item) => item.name).join()}`;
  return {
    head: {
      id: name as ApprovalRecordId,
      approvalId: name as ApprovalId,
      serverId: id,
      serverLabel: label,
      callId: null,
      tool: null,
      client: null,
      approvalKind: 'definition',
      openedAt: at,
      closedAt: at,
      ending,
      reason: coreMessage('ended.definitions.approved', { count: items.length }),
      policy: null,
      times: 1,
    },
    arguments: null,
    possibleCauses: null,
    shown: { items: items.map(({ kind, name: of, digest }) => ({ kind, name: of, now: digest })) },
    changed: null,
    sent: null,
  };
}

/** Whether a pin is of one of these items. */
const isOneOf =
  (items: readonly Pick<PinItem, 'kind' | 'name'>[]) =>
  ({ item }: FakePin): boolean =>
    items.some(({ kind, name }) => item.kind === kind && item.name === name);

/** The pin of an item that is what was reviewed. */
const unchanged = (pin: FakePin): FakePin => ({
  ...pin,
  item: { ...pin.item, state: { kind: 'unchanged' }, about: [], single: [], namesakes: [], keptOld: false },
});

export function pinHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const pinsOf = (id: ServerId) => world.pins.get(id) ?? [];
  const server = (id: ServerId) =>
    world.servers.find((one) => one.snapshot.id === id) ?? fail('notFound', 'request.unknownServer');
  const tell = (id: ServerId) => {
    const { snapshot } = server(id);
    emit({ kind: 'serverChanged', server: structuredClone(snapshot) });
    return snapshot;
  };
  const keep = (id: ServerId, pins: FakePin[]) => {
    world.pins.set(id, pins);
    const { snapshot } = server(id);
    snapshot.review = counted(pins);
    snapshot.need = needOf(snapshot.review);
    tell(id);
  };
  const keepRecord = (id: ServerId, items: readonly ViewedItem[], ending: ApprovalEnding) => {
    world.approvalRecords = [decisionOf(server(id).snapshot, items, ending), ...world.approvalRecords];
    emit({ kind: 'approvalRecordsChanged' });
  };
  const list = (id: ServerId): PinItem[] => pinsOf(id).map(({ item }) => item);
  return {
    'pin.list': ({ serverId }) => list(serverId),
    'pin.get': ({ serverId, kind, name }) =>
      pinsOf(serverId).find(({ item }) => item.kind === kind && item.name === name) ??
      fail('notFound', 'store.notFound'),
    'pin.accept': ({ serverId, items }) => {
      const taken = isOneOf(items);
      const left = pinsOf(serverId)
        .filter((pin) => !(taken(pin) && pin.item.state.kind === 'gone'))
        .map((pin): FakePin => {
          if (!taken(pin)) return pin;
          return {
            ...unchanged(pin),
            old: pin.new,
            oldDigest: pin.item.digest,
            differences: [],
            differs: [],
            varying: [],
          };
        });
      keep(serverId, left);
      keepRecord(serverId, items, 'accepted');
      return list(serverId);
    },
    'pin.acceptVarying': ({ serverId, item: viewed }) => {
      const taken = isOneOf([viewed]);
      const left = pinsOf(serverId).map((pin): FakePin => {
        if (!taken(pin)) return pin;
        if (pin.differs.length === 0) fail('needsReview', 'request.review.notVarying');
        return { ...unchanged(pin), differs: [], varying: pin.differs };
      });
      keep(serverId, left);
      keepRecord(serverId, [viewed], 'accepted');
      return list(serverId);
    },
    'pin.dismiss': ({ serverId, items }) => {
      const seen = isOneOf(items);
      const left = pinsOf(serverId).map((pin): FakePin =>
        seen(pin) ? { ...pin, item: { ...pin.item, keptOld: true } } : pin,
      );
      keep(serverId, left);
      keepRecord(serverId, items, 'declined');
      return null;
    },
    'pin.forget': ({ serverId, items }) => {
      const taken = isOneOf(items);
      const left = pinsOf(serverId).map((pin): FakePin => {
        if (!taken(pin)) return pin;
        return { ...pin, item: { ...pin.item, state: { kind: 'new' }, reviewedAt: null }, old: null };
      });
      keep(serverId, left);
      return list(serverId);
    },
    'pin.restore': ({ serverId, kind, name }) => {
      const taken = isOneOf([{ kind, name }]);
      const restored = pinsOf(serverId).map((pin): FakePin => {
        if (!taken(pin)) return pin;
        if (!pin.restorable) fail('notFound', 'store.notFound');
        return { ...unchanged(pin), old: pin.new, differences: [], restorable: false };
      });
      keep(serverId, restored);
      return list(serverId);
    },
    'pin.getLaunch': ({ serverId }) =>
      world.launches.get(serverId) ?? { old: {}, new: {}, fingerprint: 'f', differences: [] },
    'pin.acceptLaunch': ({ serverId }) => {
      world.launches.delete(serverId);
      const { snapshot } = server(serverId);
      if (snapshot.state.kind !== 'disabled')
        snapshot.state = { kind: 'starting', sinceAt: 0, signInUrl: null };
      snapshot.need = null;
      return tell(serverId);
    },
    'pin.acceptProgram': ({ serverId }) => {
      server(serverId).snapshot.programChanged = null;
      return tell(serverId);
    },
  };
}

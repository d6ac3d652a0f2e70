import type { AppEvent, CallId, CallOutcome, CallParams, HistoryId } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { ICONS } from './icons';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import { wireHandlers } from './wireHandlers';
import type { World } from './world';

type Mine = Pick<
  Handlers,
  Extract<keyof Handlers, `history.${string}` | `wire.${string}`> | 'tool.call' | 'tool.cancel' | 'task.list'
>;

type Ending = CallOutcome['ending'];

function result(
  content: Extract<Ending, { kind: 'result' }>['content'],
  more: Partial<Extract<Ending, { kind: 'result' }>> = {},
): Ending {
  return {
    kind: 'result',
    isError: false,
    notes: [],
    content,
    structured: null,
    verdict: { kind: 'notDeclared' },
    raw: {},
    sizeBytes: 96,
    ...more,
  };
}

const asText = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

const ISSUES = [
  {
    number: 2184,
    title: 'Login times out after SSO redirect',
    labels: ['bug', 'auth'],
    state: 'open',
    updated: '2 h',
  },
  {
    number: 2179,
    title: 'Session lost behind corporate proxy',
    labels: ['bug', 'auth'],
    state: 'open',
    updated: '5 h',
  },
  { number: 2143, title: 'Timeout too short on slow 3G', labels: ['auth'], state: 'open', updated: '3 d' },
  { number: 2120, title: 'Retry loop when clock is skewed', labels: ['bug'], state: 'open', updated: '6 d' },
  {
    number: 2098,
    title: 'Passkey prompt never returns',
    labels: ['bug', 'auth'],
    state: 'open',
    updated: '9 d',
  },
  {
    number: 2071,
    title: 'Sign-in hangs when the clock moves back an hour',
    labels: ['bug'],
    state: 'open',
    updated: '12 d',
  },
  { number: 2066, title: 'Timeout text is not translated', labels: ['auth'], state: 'open', updated: '14 d' },
];

function searchResult(): Ending {
  const structured = { total_count: ISSUES.length, incomplete_results: false, items: ISSUES };
  const summary: Extract<Ending, { kind: 'result' }>['content'] = [
    { kind: 'text', text: `Found **${ISSUES.length}** issues.` },
    { kind: 'text', text: JSON.stringify(structured) },
  ];
  return result(summary, {
    structured,
    verdict: { kind: 'matches', valuesChecked: 38 },
    raw: { content: summary, structuredContent: structured },
    sizeBytes: 6_200,
  });
}

/** What each tool of the demo does. */
function ending({ name, arguments: args }: CallParams): Ending {
  const values = args as Record<string, unknown>;
  switch (name) {
    case 'get_image':
      return result([
        {
          kind: 'image',
          claimedType: 'image/png',
          mimeType: 'image/png',
          base64: ICONS['demo'] ?? '',
          sizeBytes: 420,
          ownSize: null,
          problem: null,
          contentId: null,
        },
      ]);
    case 'weather':
      return result([{ kind: 'text', text: '{"celsius":21.5}' }], {
        structured: { celsius: 21.5, city: asText(values['city'], 'Lisbon') },
        verdict: { kind: 'matches', valuesChecked: 2 },
      });
    case 'search_issues':
      return searchResult();
    case 'fail':
      return result([{ kind: 'text', text: 'Repository acme/portl was not found.' }], { isError: true });
    default:
      return result([{ kind: 'text', text: asText(values['message'], 'Done') }]);
  }
}

export function callHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const running = new Map<CallId, () => void>();

  /** Reports progress until done; resolves early when cancelled. */
  const work = (params: CallParams): Promise<'done' | 'cancelled'> => {
    const steps = Number((params.arguments as Record<string, unknown>)['steps'] ?? 5);
    return new Promise((resolve) => {
      let step = 0;
      const timer = setInterval(() => {
        step += 1;
        const { callId } = params;
        emit({
          kind: 'callProgress',
          progress: { callId, progress: step, total: steps, message: `Step ${step}` },
        });
        if (step >= steps) stop('done');
      }, 400);
      const stop = (how: 'done' | 'cancelled') => {
        clearInterval(timer);
        running.delete(params.callId);
        resolve(how);
      };
      running.set(params.callId, () => stop('cancelled'));
    });
  };

  return {
    'tool.call': async (params) => {
      const cancelled = params.name === 'long_task' && (await work(params)) === 'cancelled';
      const historyId = `h${world.history.length + 1}` as HistoryId;
      const server = world.servers.find((s) => s.snapshot.id === params.serverId);
      const outcome: CallOutcome = {
        callId: params.callId,
        historyId,
        startedAt: NOW,
        durationMs: 412,
        ending: cancelled ? { kind: 'cancelled' } : ending(params),
      };
      const isError = outcome.ending.kind === 'result' && outcome.ending.isError;
      world.history.unshift({
        outcome,
        row: {
          id: historyId,
          serverId: params.serverId,
          serverLabel: server?.snapshot.label ?? '',
          kind: 'tool',
          name: params.name,
          client: null,
          startedAt: NOW,
          durationMs: 412,
          status: cancelled ? 'cancelled' : isError ? 'toolError' : 'completed',
          arguments: params.arguments,
        },
        times: { queueMs: 2, personMs: 0, serverMs: 409, wireMs: 1 },
        clientLeg: null,
      });
      emit({ kind: 'historyChanged' });
      return outcome;
    },
    'tool.cancel': ({ callId }) => {
      running.get(callId)?.();
      world.clients = world.clients.map((client) => ({
        ...client,
        keptCalls: client.keptCalls.filter((kept) => kept.callId !== callId),
      }));
      emit({ kind: 'clientsChanged' });
      if (world.tasks.some((task) => task.callId === callId)) {
        world.tasks = world.tasks.filter((task) => task.callId !== callId);
        emit({ kind: 'tasksChanged' });
      }
      return null;
    },
    'task.list': () => world.tasks,
    'history.list': ({ serverId, kind, name, caller, query = '', before, limit }) => {
      const words = query.toLowerCase().split(/\s+/);
      const older = world.history.findIndex(({ row }) => row.id === before) + 1;
      return world.history
        .slice(older)
        .filter(({ row }) => serverId === null || row.serverId === serverId)
        .filter(({ row }) => kind === undefined || row.kind === kind)
        .filter(({ row }) => name === undefined || row.name === name)
        .filter(
          ({ row }) => caller === undefined || row.client === (caller.kind === 'client' ? caller.name : null),
        )
        .filter((entry) => {
          if (query === '') return true;
          const text = JSON.stringify(entry).toLowerCase();
          return words.every((word) => text.includes(word));
        })
        .map(({ row }) => row)
        .slice(0, limit);
    },
    'history.get': ({ id }) =>
      world.history.find((entry) => entry.row.id === id) ?? fail('notFound', 'store.notFound'),
    'history.clear': ({ serverId, client }) => {
      world.history = world.history.filter(
        ({ row }) =>
          !(serverId === null || row.serverId === serverId) ||
          !(client === undefined || row.client === client),
      );
      emit({ kind: 'historyChanged' });
      return null;
    },
    ...wireHandlers(world),
  };
}

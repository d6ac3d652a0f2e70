import type {
  ApiError,
  AppEvent,
  DraftConfig,
  Message,
  PastedTransport,
  PasteReading,
  ServerDraft,
  ServerId,
  ShownValue,
  TestReport,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { NOW, SIGN_IN_NEEDED, demoServer } from './servers';
import { processes } from './processes';
import type { World } from './world';
import { coreMessage } from '../../words/message';

type Mine = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `app.${string}` | `server.${string}` | `import.${string}` | `secret.${string}` | `setting.${string}`
  >
>;

export function fail(code: ApiError['code'], message: Message | string, detail?: ApiError['detail']): never {
  // What crosses the bridge is a plain object, as from the real core.
  // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error
  throw {
    code,
    message: typeof message === 'string' ? coreMessage(message) : message,
    ...(detail === undefined ? {} : { detail }),
  } satisfies ApiError;
}

const shown = (value: { name: string; secret: boolean; value: string | null }) => ({
  name: value.name,
  value: (value.secret
    ? { kind: 'secret', kept: 'keyring' }
    : { kind: 'plain', value: value.value ?? '' }) as ShownValue,
});

/** Whether a server of this world answers only those who have signed in. */
const wantsSignIn = (config: DraftConfig): boolean =>
  config.kind === 'http' && config.url.startsWith('https://members.example.com/');

function fromDraft(draft: ServerDraft, id: ServerId): World['servers'][number] {
  const { config } = draft;
  const seed = demoServer();
  const parts = describe(config);
  return {
    snapshot: {
      ...seed.snapshot,
      ...(wantsSignIn(config) ? { state: SIGN_IN_NEEDED, need: 'signIn' as const } : {}),
      id,
      label: draft.label || parts.label,
      origin: parts.origin,
      group: null,
      icon: null,
      createdAt: NOW,
    },
    detail: { ...seed.detail, config: parts.config, era: draft.era, instructions: null },
  };
}

function describe(config: DraftConfig) {
  switch (config.kind) {
    case 'stdio': {
      const text = [config.command, ...config.args].join(' ');
      return {
        label: config.command,
        origin: { kind: 'command', text } as const,
        config: { ...config, env: config.env.map(shown), inputs: config.inputs.map(shown) },
      };
    }
    case 'http': {
      const { origin, host } = new URL(config.url);
      return {
        label: host,
        origin: { kind: 'host', text: origin, url: config.url } as const,
        config: { ...config, headers: config.headers.map(shown), inputs: config.inputs.map(shown) },
      };
    }
    case 'demo':
      return { label: 'Demo server', origin: { kind: 'builtIn' } as const, config };
  }
}

function check(draft: ServerDraft): void {
  const { config } = draft;
  const fields =
    config.kind === 'stdio' && config.command === ''
      ? [{ field: 'command', message: coreMessage('field.command.empty') }]
      : config.kind === 'http' && !/^https?:\/\/./.test(config.url)
        ? [{ field: 'url', message: coreMessage('field.url.relative', { url: config.url }) }]
        : [];
  if (fields.length > 0)
    fail('invalid', coreMessage('edit.draft', { fault: coreMessage('field.command.empty') }), { fields });
}

/** Reads the two forms the component tests paste; the real reading is the core's. */
/** Takes what follows `--api-key` out of arguments, and the value of `key` out of an address. */
function takeSecrets(typed: PastedTransport): PastedTransport {
  const inputs = [...typed.inputs];
  const take = (name: string, value: string): string => {
    inputs.push({ name, value, looksSecret: true });
    return `\${input:${name}}`;
  };
  if (typed.kind === 'http') {
    const url = typed.url.replace(
      /([?&]key=)([^&$]+)/,
      (_, start: string, value: string) => start + take('key', value),
    );
    return { ...typed, url, inputs };
  }
  const args = typed.args.map((arg, index) =>
    typed.args[index - 1] === '--api-key' && arg !== '' && !arg.startsWith('$') ? take('api-key', arg) : arg,
  );
  return { ...typed, args, inputs };
}

/** What was read: how many servers, and in which format. */
function pasted(kind: 'local' | 'remote', count: number, format: string): Message {
  return coreMessage('paste.summary', {
    servers: coreMessage(`paste.count.${kind}`, { count }),
    format: coreMessage(`paste.format.${format}`),
  });
}

function readPaste(text: string): PasteReading {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  if (/^https?:/.test(trimmed)) {
    const config = { kind: 'http' as const, url: trimmed, headers: [], inputs: [] };
    return {
      kind: 'servers',
      summary: pasted('remote', 1, 'url'),
      servers: [{ label: new URL(trimmed).host, config, notes: [] }],
    };
  }
  if (!trimmed.startsWith('{')) {
    const [command = '', ...args] = trimmed.split(/\s+/);
    const config = { kind: 'stdio' as const, command, args, env: [], cwd: null, inputs: [] };
    return {
      kind: 'servers',
      summary: pasted('local', 1, 'commandLine'),
      servers: [{ label: command, config, notes: [] }],
    };
  }
  try {
    const parsed = JSON.parse(trimmed) as {
      mcpServers: Record<string, { command: string; args?: string[]; env?: Record<string, string> }>;
    };
    const servers = Object.entries(parsed.mcpServers).map(([label, entry]) => ({
      label,
      config: {
        kind: 'stdio' as const,
        command: entry.command,
        args: entry.args ?? [],
        env: Object.entries(entry.env ?? {}).map(([name, value]) => ({
          name,
          value,
          looksSecret: /TOKEN|KEY|SECRET/.test(name),
        })),
        cwd: null,
        inputs: [],
      },
      notes: [],
    }));
    if (servers.length === 0) {
      return { kind: 'problem', message: coreMessage('paste.empty'), line: null, column: null };
    }
    return { kind: 'servers', summary: pasted('local', servers.length, 'claudeDesktop'), servers };
  } catch {
    return {
      kind: 'problem',
      message: coreMessage('paste.json', { fault: 'Unterminated object', line: 1, column: trimmed.length }),
      line: 1,
      column: trimmed.length,
    };
  }
}

/** What a test finds that was answered with HTTP status 401. */
function signInReport(): TestReport {
  return {
    steps: [{ name: coreMessage('connectionTest.handshake'), passed: false, durationMs: 48, note: null }],
    durationMs: 48,
    negotiated: null,
    counts: { tools: null, resources: null, templates: null, prompts: null },
    failure: {
      kind: 'unauthorized',
      summary: SIGN_IN_NEEDED.reason,
      nextStep: coreMessage('failure.next.credentials'),
      detail: null,
      stderr: [],
      withheld: [],
    },
    stderr: [],
  };
}

export function serverHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (id: ServerId) =>
    world.servers.find((s) => s.snapshot.id === id) ?? fail('notFound', 'request.unknownServer');
  const changed = (server: World['servers'][number]) => {
    emit({ kind: 'serverChanged', server: structuredClone(server.snapshot) });
    return server.snapshot;
  };
  const add = (server: World['servers'][number]) => {
    world.servers.push(server);
    return changed(server);
  };
  const arranged = (servers: World['servers']) => {
    world.servers = servers;
    const snapshots = servers.map(({ snapshot }) => snapshot);
    for (const server of snapshots) emit({ kind: 'serverChanged', server });
    emit({ kind: 'serversArranged', serverIds: snapshots.map(({ id }) => id) });
    return snapshots;
  };
  let made = 0;
  const freshId = () => `new${(made += 1)}` as ServerId;
  const keyring = (status: World['keyring']) => {
    world.keyring = status;
    emit({ kind: 'keyringChanged', status });
    return status;
  };
  return {
    'app.info': () => world.info,
    'app.close': () => null,
    'server.list': () => world.servers.map((s) => s.snapshot),
    'server.processes': () => processes(world),
    'server.get': ({ serverId }) => {
      const { snapshot, detail } = find(serverId);
      return { snapshot, ...detail };
    },
    'server.add': ({ draft }) => {
      check(draft);
      return add(fromDraft(draft, freshId()));
    },
    'server.addDemo': () => add(demoServer()),
    'server.update': ({ serverId, draft }) => {
      check(draft);
      const server = find(serverId);
      const next = fromDraft(draft, serverId);
      server.snapshot = { ...next.snapshot, icon: server.snapshot.icon };
      server.detail = next.detail;
      return changed(server);
    },
    'server.setEnabled': ({ serverId, enabled }) => {
      const server = find(serverId);
      server.snapshot.state = enabled ? { kind: 'running', sinceAt: NOW, pid: 1 } : { kind: 'disabled' };
      return changed(server);
    },
    'server.restart': ({ serverId }) => {
      const server = find(serverId);
      server.snapshot.state = { kind: 'running', sinceAt: NOW, pid: 2 };
      return changed(server);
    },
    'server.passVariables': ({ serverId }) => {
      const server = find(serverId);
      server.snapshot.state = { kind: 'running', sinceAt: NOW, pid: 3 };
      return changed(server);
    },
    'server.redetectProtocol': ({ serverId }) => {
      const server = find(serverId);
      const { negotiated } = server.snapshot;
      if (negotiated !== null) {
        server.snapshot.negotiated = { ...negotiated, found: 'probed' };
        const { era, protocolVersion, endpoint } = negotiated;
        server.detail.verdict = { era, protocolVersion, endpoint, foundAt: NOW };
      }
      return changed(server);
    },
    'server.setLogLevel': ({ serverId, level }) => {
      const server = find(serverId);
      server.snapshot.logLevel = level;
      return changed(server);
    },
    'server.duplicate': ({ serverId }) => {
      const copy = structuredClone(find(serverId));
      copy.snapshot = {
        ...copy.snapshot,
        id: freshId(),
        label: `${copy.snapshot.label} copy`,
        state: { kind: 'disabled' },
      };
      return add(copy);
    },
    'server.arrange': ({ servers }) => {
      const named = servers.map(({ serverId, group }) => {
        const server = find(serverId);
        server.snapshot.group = group?.trim() || null;
        return server;
      });
      return arranged([...named, ...world.servers.filter((server) => !named.includes(server))]);
    },
    'server.setGroup': ({ serverIds, group }) => {
      for (const id of serverIds) find(id).snapshot.group = group?.trim() || null;
      return arranged(world.servers);
    },
    'server.remove': ({ serverId }) => {
      const server = find(serverId);
      world.servers = world.servers.filter((s) => s !== server);
      world.removed.push(server);
      emit({ kind: 'serverRemoved', serverId });
      return { serverId, label: server.snapshot.label, undoUntilAt: Date.now() + 10_000 };
    },
    'server.restore': ({ serverId }) => {
      const server =
        world.removed.find((s) => s.snapshot.id === serverId) ?? fail('notFound', 'edit.tooLate');
      return add(server);
    },
    'server.endTest': () => null,
    'server.test': ({ draft }) => {
      check(draft);
      if (wantsSignIn(draft.config)) return signInReport();
      const missing = draft.config.kind === 'stdio' && draft.config.command === 'nope';
      return {
        steps: missing
          ? [{ name: coreMessage('connectionTest.programFound'), passed: false, durationMs: 2, note: null }]
          : [
              {
                name: coreMessage('connectionTest.programFound'),
                passed: true,
                durationMs: 2,
                note: coreMessage('connectionTest.path', { path: '/usr/bin/npx' }),
              },
              {
                name: coreMessage('connectionTest.processStarted'),
                passed: true,
                durationMs: 41,
                note: null,
              },
              {
                name: coreMessage('connectionTest.handshake'),
                passed: true,
                durationMs: 320,
                note: coreMessage('connectionTest.version', { version: '2025-11-25' }),
              },
              { name: coreMessage('connectionTest.listsRead'), passed: true, durationMs: 18, note: null },
            ],
        durationMs: missing ? 2 : 381,
        negotiated: missing ? null : demoServer().snapshot.negotiated,
        counts: { tools: missing ? null : 3, resources: null, templates: null, prompts: null },
        failure: missing
          ? {
              kind: 'programNotFound',
              summary: coreMessage('failure.notOnPath', { program: 'nope' }),
              nextStep: coreMessage('failure.next.installProgram'),
              detail: null,
              stderr: [],
              withheld: [],
            }
          : null,
        stderr: missing ? [] : ['ready'],
      };
    },
    'server.resolveCommand': ({ command }) =>
      command === 'nope'
        ? { path: null, note: coreMessage('command.notOnPath') }
        : command.startsWith('/')
          ? { path: command, note: coreMessage('command.executable') }
          : { path: `/usr/bin/${command}`, note: coreMessage('command.onPath') },
    'server.readPaste': ({ text }) => readPaste(text),
    'server.takeSecrets': takeSecrets,
    'import.scan': () => world.importSources,
    'import.apply': ({ choices }) =>
      choices.map(({ key }) => {
        const config: DraftConfig = { kind: 'stdio', command: key, args: [], env: [], cwd: null, inputs: [] };
        const server = fromDraft({ label: key, config, era: 'auto' }, freshId());
        server.snapshot.state = { kind: 'disabled' };
        const transport = { kind: 'stdio', command: key, args: [], env: [], cwd: null };
        world.launches.set(server.snapshot.id, {
          old: null,
          new: { label: key, transport },
          fingerprint: `launch of ${key}`,
          differences: [],
        });
        return add(server);
      }),
    'secret.status': () => world.keyring,
    'secret.retry': () => keyring({ ...world.keyring, state: { kind: 'available' }, waitingServers: 0 }),
    'secret.useMemoryStore': () => keyring({ ...world.keyring, keepingForThisRun: true }),
    'setting.get': () => world.settings,
    'setting.set': (settings) => {
      world.settings = settings;
      emit({ kind: 'settingsChanged', settings });
      return settings;
    },
  };
}

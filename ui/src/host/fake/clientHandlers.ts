import type {
  AppEvent,
  ApprovalId,
  ApprovalRecordId,
  ClientDecision,
  ClientId,
  ClientProfile,
  ClientSnapshot,
  ListingCost,
  SourceId,
} from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `client.${string}`>>;

/** A client that waits for the person. */
export const CLIENT: ClientSnapshot = {
  id: 'client1' as ClientId,
  name: 'Claude Code',
  connectsAs: 'Claude Code',
  program: {
    path: '/usr/bin/node',
    script: { text: '/opt/claude/cli.js', digest: 'a1'.repeat(32) },
    parent: '/usr/bin/bash',
  },
  hasKey: true,
  transport: 'stdio',
  declared: { name: 'claude-code', title: null, version: '2.1.230', protocolVersion: '2025-11-25' },
  ignoresListChanged: false,
  status: 'waiting',
  profile: {
    sources: { kind: 'all' },
    hiddenTools: [],
    prompts: 'offered',
    resources: 'offered',
    names: 'withServer',
    listing: 'automatic',
    favoriteTools: [],
    answers: { elicitation: 'person', sampling: 'person', roots: 'person', approvals: 'person' },
  },
  sessions: 1,
  connectedSince: NOW - 60_000,
  calls: 0,
  keptCalls: [],
  createdAt: NOW - 60_000,
  decidedAt: null,
  seenAt: NOW - 60_000,
};

/** Where clients connect over HTTP. */
const HTTP_URL = 'http://127.0.0.1:41234/mcp';

/** Clients of every status but waiting; two connect under the same name. */
export const someClients = (): ClientSnapshot[] => {
  const client = (id: string, change: Partial<ClientSnapshot>): ClientSnapshot => ({
    ...structuredClone(CLIENT),
    id: id as ClientId,
    name: 'Editor',
    connectsAs: 'Editor',
    program: { path: '/opt/editor/bin/editor', script: null, parent: '/usr/bin/bash' },
    hasKey: false,
    declared: {
      name: 'editor-mcp',
      title: 'Editor for MCP',
      version: '4.2.1',
      protocolVersion: '2025-11-25',
    },
    status: 'allowed',
    sessions: 0,
    connectedSince: null,
    createdAt: NOW - 86_400_000,
    decidedAt: NOW - 86_300_000,
    seenAt: NOW - 3_600_000,
    ...change,
  });
  return [
    client('editor', { sessions: 2, connectedSince: NOW - 600_000, calls: 12 }),
    client('terminal', {
      name: 'Terminal agent',
      connectsAs: 'Terminal agent',
      program: { path: null, script: null, parent: '/usr/bin/zsh' },
      declared: null,
    }),
    client('notebook', { name: 'Notebook', connectsAs: 'Notebook', status: 'paused', sessions: 1 }),
    client('editor-2', {
      name: 'Editor 2',
      status: 'refused',
      program: { path: '/tmp/x/editor', script: null, parent: null },
    }),
  ];
};

const STATUS = { allow: 'allowed', refuse: 'refused', pause: 'paused' } as const;

const REASON = {
  allow: 'ended.clientAllowed',
  refuse: 'ended.clientRefused',
  pause: 'ended.clientPaused',
  limit: 'ended.clientLimited',
} as const satisfies Record<ClientDecision['kind'], string>;

/** The clients of this world, and what the person decides about them. */
export function clientHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (id: ClientId): ClientSnapshot =>
    world.clients.find((client) => client.id === id) ?? fail('notFound', coreMessage('knownClient.unknown'));
  return {
    'client.list': () => world.clients,
    'client.httpAccess': () => world.httpAccess,
    'client.setHttpAccess': ({ isOn }) => {
      world.httpAccess = { ...world.httpAccess, isOn, url: isOn ? HTTP_URL : null, problem: null };
      emit({ kind: 'clientsChanged' });
      return world.httpAccess;
    },
    'client.setHttpOrigins': ({ origins }) => {
      const wrong = origins.find((origin) => !URL.canParse(origin));
      if (wrong !== undefined) fail('invalid', coreMessage('knownClient.origin', { origin: wrong }));
      world.httpAccess = { ...world.httpAccess, origins };
      emit({ kind: 'clientsChanged' });
      return world.httpAccess;
    },
    'client.addHttp': ({ name, profile }) => {
      const client: ClientSnapshot = {
        ...structuredClone(CLIENT),
        id: `http-${world.clients.length}` as ClientId,
        name,
        connectsAs: name,
        program: { path: null, script: null, parent: null },
        hasKey: false,
        transport: 'http',
        declared: null,
        status: 'allowed',
        profile,
        sessions: 0,
        connectedSince: null,
        decidedAt: NOW,
        seenAt: null,
      };
      world.clients = [...world.clients, client];
      emit({ kind: 'clientsChanged' });
      return { client, token: 'usher_made-up-token-1', url: world.httpAccess.url };
    },
    'client.replaceToken': ({ clientId }) => ({
      client: find(clientId),
      token: 'usher_made-up-token-2',
      url: world.httpAccess.url,
    }),
    'client.focus': ({ clientId }) => {
      emit({ kind: 'clientShown', clientId });
      return null;
    },
    'client.decide': ({ clientId, decision }) => {
      const client: ClientSnapshot = {
        ...find(clientId),
        decidedAt: NOW,
        ...(decision.kind === 'limit' ? {} : { status: STATUS[decision.kind] }),
        ...('profile' in decision ? { profile: decision.profile } : {}),
      };
      world.clients = world.clients.map((each) => (each.id === client.id ? client : each));
      record(world, client, decision);
      emit({ kind: 'clientsChanged' });
      emit({ kind: 'approvalRecordsChanged' });
      return client;
    },
    'client.adopt': ({ clientId, knownClientId }) => {
      const { program, sessions, connectedSince, declared, seenAt } = find(clientId);
      const before = find(knownClientId);
      if (before.sessions > 0) fail('invalid', coreMessage('knownClient.stillConnected'));
      const client = { ...before, program, sessions, connectedSince, declared, seenAt };
      world.clients = world.clients
        .filter(({ id }) => id !== clientId)
        .map((each) => (each.id === client.id ? client : each));
      emit({ kind: 'clientsChanged' });
      return client;
    },
    'client.rename': ({ clientId, name }) => {
      const before = find(clientId);
      if (world.clients.some((each) => each.id !== clientId && each.name === name))
        fail('invalid', coreMessage('knownClient.nameTaken'));
      const client = { ...before, name };
      world.clients = world.clients.map((each) => (each.id === clientId ? client : each));
      world.rules = world.rules.map((rule) =>
        rule.client === before.name ? { ...rule, client: name } : rule,
      );
      emit({ kind: 'clientsChanged' });
      emit({ kind: 'policiesChanged' });
      return client;
    },
    'client.forget': ({ clientId }) => {
      const client = find(clientId);
      const rules = world.rules.filter((rule) => rule.client === client.name);
      world.clients = world.clients.filter(({ id }) => id !== clientId);
      world.rules = world.rules.filter((rule) => rule.client !== client.name);
      world.forgotten.push({ client, rules });
      emit({ kind: 'clientsChanged' });
      emit({ kind: 'policiesChanged' });
      return {
        clientId,
        name: client.name,
        permissions: rules.length,
        undoUntilAt: Date.now() + 10_000,
      };
    },
    'client.listingCost': ({ clientId, profile }) => listingCost(world, find(clientId), profile),
    'client.restore': ({ clientId }) => {
      const forgotten =
        world.forgotten.find(({ client }) => client.id === clientId) ??
        fail('notFound', coreMessage('knownClient.tooLate'));
      world.forgotten = world.forgotten.filter((each) => each !== forgotten);
      world.clients = [...world.clients, forgotten.client];
      world.rules = [...world.rules, ...forgotten.rules];
      emit({ kind: 'clientsChanged' });
      emit({ kind: 'policiesChanged' });
      return forgotten.client;
    },
  };
}

/** What each tool, and the tools of Usher together, cost here. */
const TOKENS = { tool: 120, search: 450 };

/** From so many tools on, a client searches. */
const MANY_TOOLS = 100;

function listingCost(world: World, client: ClientSnapshot, profile: ClientProfile): ListingCost {
  const { sources, hiddenTools: hidden } = profile;
  const shown = (id: SourceId, name: string): boolean =>
    (sources.kind === 'all' || sources.serverIds.includes(id)) &&
    !hidden.some(({ serverId, tool }) => serverId === id && tool === name);
  const offered = world.tools.map(({ head }) => head).filter(({ serverId, name }) => shown(serverId, name));
  const favorites = profile.favoriteTools.filter(({ serverId, tool }) => shown(serverId, tool));
  const searchesItself = client.declared?.name === 'claude-code';
  return {
    tools: offered.length,
    allTokens: TOKENS.tool * offered.length,
    searchTokens: TOKENS.search + TOKENS.tool * favorites.length,
    manyTools: MANY_TOOLS,
    automatic: offered.length < MANY_TOOLS || searchesItself ? 'all' : 'search',
    searchesItself,
  };
}

function record(world: World, client: ClientSnapshot, decision: ClientDecision): void {
  const number = world.approvalRecords.length;
  world.approvalRecords.unshift({
    head: {
      id: `client-record-${number}` as ApprovalRecordId,
      approvalId: `client-decision-${number}` as ApprovalId,
      serverId: client.id as string as SourceId,
      serverLabel: client.name,
      callId: null,
      tool: null,
      client: client.name,
      approvalKind: 'client',
      openedAt: client.createdAt,
      closedAt: Date.now(),
      ending: 'profile' in decision ? 'accepted' : 'declined',
      reason: coreMessage(REASON[decision.kind]),
      policy: null,
      times: 1,
    },
    shown: { connectsAs: client.connectsAs, profile: { prompts: client.profile.prompts } },
    arguments: null,
    changed: null,
    sent: null,
    possibleCauses: null,
  });
}

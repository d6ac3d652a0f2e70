import type {
  AgentSnapshot,
  AppInfo,
  AppSnapshot,
  Approval,
  ApprovalId,
  ApprovalLimits,
  ApprovalRecord,
  CallId,
  ClientSnapshot,
  HttpAccess,
  HistoryEntry,
  HistoryId,
  ImportSource,
  KeptEntry,
  KeyringStatus,
  LaunchReview,
  ModelMapping,
  ModelProvider,
  PreparedApp,
  PolicyRule,
  PromptHead,
  RecentValues,
  ResourceHead,
  RootFolder,
  RunningTask,
  SamplingRule,
  ServerId,
  SourceId,
  Subscription,
  Settings,
  TemplateHead,
  ToolDetail,
  WebtoolDetail,
  WireFrame,
} from '../../api/generated/contract';
import { someAgents } from './agents';
import type { Handlers } from './handlers';
import type { FakePin } from './pins';
import { PROMPTS, RESOURCES, TEMPLATES, TOOLS } from './catalog';
import { DEMO, NOW, demoServer, severalServers } from './servers';
import { coreMessage } from '../../words/message';

type FakeServer = ReturnType<typeof demoServer>;

/** What is known of models. */
export interface FakeModels {
  providers: ModelProvider[];
  mappings: ModelMapping[];
}

/** Everything the fake host knows. Tests change it before they render, or through operations. */
export interface World {
  info: AppInfo;
  servers: FakeServer[];
  removed: FakeServer[];
  webtools: WebtoolDetail[];
  clients: ClientSnapshot[];
  httpAccess: HttpAccess;
  /** Clients that can be brought back, with their rules. */
  forgotten: { client: ClientSnapshot; rules: PolicyRule[] }[];
  tools: ToolDetail[];
  resources: ResourceHead[];
  templates: TemplateHead[];
  prompts: PromptHead[];
  history: HistoryEntry[];
  tasks: RunningTask[];
  approvals: Approval[];
  approvalRecords: ApprovalRecord[];
  approvalLimits: ApprovalLimits[];
  roots: RootFolder[];
  rootsConsents: Set<ServerId>;
  /** Resources that are subscribed and that no server lists. */
  unlistedSubscriptions: Subscription[];
  bookmarks: KeptEntry[];
  recent: KeptEntry[];
  recentValues: Map<string, RecentValues[]>;
  rules: PolicyRule[];
  revoked: PolicyRule[];
  trusted: SourceId[];
  models: FakeModels;
  samplingRules: Map<ServerId, SamplingRule>;
  wire: Map<ServerId, WireFrame[]>;
  keyring: KeyringStatus;
  settings: Settings;
  importSources: ImportSource[];
  /** What each server declares, where it matters. */
  pins: Map<ServerId, FakePin[]>;
  /** How servers that are not agreed to would be started. */
  launches: Map<ServerId, LaunchReview>;
  /** Running apps, and the page they are drawn from; `null` = its server has none. */
  apps: AppSnapshot[];
  /** Agents on this computer. */
  agents: AgentSnapshot[];
  page: PreparedApp | null;
}

const frame = (seq: number, frameOf: Partial<WireFrame>): WireFrame => ({
  seq,
  at: NOW + seq * 127,
  direction: 'in',
  kind: 'notification',
  method: null,
  rpcId: null,
  sizeBytes: 131,
  elapsedMs: null,
  callId: null,
  summary: '',
  isFault: false,
  ...frameOf,
});

const frames = (): WireFrame[] => [
  frame(1, {
    direction: 'out',
    kind: 'request',
    method: 'initialize',
    rpcId: '0',
    sizeBytes: 212,
    summary: '2025-11-25',
  }),
  frame(2, {
    kind: 'result',
    method: 'initialize',
    rpcId: '0',
    sizeBytes: 640,
    elapsedMs: 41,
    summary: 'usher-demo 0.1.0',
  }),
  frame(3, {
    direction: 'out',
    kind: 'request',
    method: 'tools/call',
    rpcId: '41',
    sizeBytes: 312,
    summary: 'echo {"message":"Hello"}',
  }),
  frame(4, { method: 'notifications/progress', sizeBytes: 118, summary: '1 of 2 · Thinking' }),
  frame(5, {
    kind: 'result',
    method: 'tools/call',
    rpcId: '41',
    sizeBytes: 6_200,
    elapsedMs: 412,
    summary: '{"content":[{"type":"text"',
  }),
];

const history = (): HistoryEntry[] => [
  {
    row: {
      id: 'h1' as HistoryId,
      serverId: DEMO,
      serverLabel: 'Demo server',
      kind: 'tool',
      name: 'echo',
      client: null,
      startedAt: NOW - 5_000,
      durationMs: 412,
      status: 'completed',
      arguments: { message: 'Hello' },
    },
    outcome: {
      callId: 'c1' as CallId,
      historyId: 'h1' as HistoryId,
      startedAt: NOW - 5_000,
      durationMs: 412,
      ending: {
        kind: 'result',
        isError: false,
        notes: [],
        content: [{ kind: 'text', text: 'Hello' }],
        structured: null,
        verdict: { kind: 'notDeclared' },
        raw: { content: [{ type: 'text', text: 'Hello' }] },
        sizeBytes: 96,
      },
    },
    times: { queueMs: 2, personMs: 0, serverMs: 409, wireMs: 1 },
    clientLeg: null,
  },
];

/** A question with every kind of field. */
export const FORM_APPROVAL: Approval & { request: Extract<Approval['request'], { kind: 'elicitForm' }> } = {
  id: 'ask1' as ApprovalId,
  number: 17,
  serverId: DEMO,
  serverLabel: 'Demo server',
  origin: { kind: 'builtIn' },
  callsItself: 'Usher demo server',
  cause: { callId: 'c2' as CallId, tool: 'ask_form', arguments: {} },
  possibleCauses: [],
  openedAt: NOW - 4_000,
  request: {
    kind: 'elicitForm',
    message: 'Where shall the parcel go?',
    schema: {
      type: 'object',
      required: ['name', 'email'],
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2, maxLength: 40 },
        email: { type: 'string', format: 'email', title: 'E-mail' },
        day: { type: 'string', format: 'date', title: 'Day' },
        count: { type: 'integer', title: 'Parcels', minimum: 1, maximum: 5, default: 1 },
        express: { type: 'boolean', title: 'Express', default: false },
        size: {
          type: 'string',
          title: 'Size',
          enum: ['s', 'm', 'l'],
          enumNames: ['Small', 'Medium', 'Large'],
        },
      },
    },
    looksSecret: [],
  },
};

/** A call that goes on as a task. */
export const TASK: RunningTask = {
  callId: 'c3' as CallId,
  serverId: DEMO,
  serverLabel: 'Demo server',
  tool: 'echo',
  client: null,
  arguments: { message: 'Hello' },
  startedAt: NOW - 60_000,
  heardAt: NOW - 2_000,
  ttlMs: 86_400_000,
  status: 'working',
  message: 'Gathering sources',
};

const imports = (): ImportSource[] => [
  {
    app: 'Claude Desktop',
    path: '~/.config/Claude/claude_desktop_config.json',
    problem: null,
    servers: [
      {
        key: 'github',
        origin: { kind: 'command', text: 'npx -y @modelcontextprotocol/server-github' },
        secretNames: ['GITHUB_TOKEN'],
        known: true,
        problem: null,
      },
      {
        key: 'memory',
        origin: { kind: 'command', text: 'npx -y @modelcontextprotocol/server-memory' },
        secretNames: [],
        known: false,
        problem: null,
      },
      {
        key: 'time',
        origin: { kind: 'command', text: 'uvx mcp-server-time' },
        secretNames: [],
        known: false,
        problem: null,
      },
    ],
  },
  {
    app: 'VS Code',
    path: '~/.config/Code/User/mcp.json',
    problem: null,
    servers: [
      {
        key: 'docs',
        origin: { kind: 'host', text: 'https://docs.acme.example', url: 'https://docs.acme.example/mcp' },
        secretNames: ['Authorization'],
        known: false,
        problem: null,
      },
      {
        key: 'broken',
        origin: { kind: 'command', text: '' },
        secretNames: [],
        known: false,
        problem: coreMessage('paste.noTransport', { server: '“broken”' }),
      },
    ],
  },
  {
    app: 'Cursor',
    path: '~/.cursor/mcp.json',
    servers: [],
    problem: coreMessage('paste.json', { fault: 'Expected comma', line: 14, column: 3 }),
  },
];

export interface FakeOptions {
  /** Which servers there are at the start. */
  servers?: 'none' | 'demo' | 'several';
  /** What else is different. */
  change?: (world: World) => unknown;
  /** Operations that answer differently from the start. */
  on?: Partial<Handlers>;
}

export function createWorld({ servers = 'several', change }: FakeOptions): World {
  const start = { none: () => [], demo: () => [demoServer()], several: severalServers }[servers]();
  const world: World = {
    info: {
      version: '0.1.0',
      demoWebtool: 'http://127.0.0.1:48621',
      dataDir: '/home/ada/.local/share/usher',
      logDir: '/home/ada/.local/state/usher',
      platform: 'linux',
      blocked: null,
      notices: [],
    },
    servers: start,
    removed: [],
    clients: [],
    httpAccess: { isOn: false, url: null, problem: null, origins: [] },
    forgotten: [],
    webtools: [],
    tools: structuredClone(TOOLS),
    resources: structuredClone(RESOURCES),
    templates: structuredClone(TEMPLATES),
    prompts: structuredClone(PROMPTS),
    history: servers === 'none' ? [] : history(),
    tasks: [],
    approvals: [],
    approvalRecords: [],
    approvalLimits: [],
    roots: [],
    rootsConsents: new Set(),
    unlistedSubscriptions: [],
    bookmarks: [],
    recent: [],
    recentValues: new Map(),
    rules: [],
    revoked: [],
    trusted: [],
    models: { providers: [], mappings: [] },
    samplingRules: new Map(),
    wire: new Map(servers === 'none' ? [] : [[DEMO, frames()]]),
    keyring: { state: { kind: 'available' }, keepingForThisRun: false, waitingServers: 0 },
    settings: {
      theme: 'system',
      language: 'system',
      zoom: 100,
      singleKeyShortcuts: true,
      requestTimeoutMs: 30_000,
      wireFrames: 100_000,
      wireMebibytes: 96,
      historyRows: 1_000,
      listWidthPx: 304,
      wireHeightPx: 240,
      resourceViews: {},
      resourceSorts: {},
      resourceColumns: {},
      promptView: 'list',
      notifyWaiting: true,
      stayInTray: false,
    },
    importSources: imports(),
    pins: new Map(),
    launches: new Map(),
    apps: [],
    agents: someAgents(),
    page: null,
  };
  change?.(world);
  return world;
}

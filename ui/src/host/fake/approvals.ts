import type { Approval, ApprovalId, CallId, RootId, SourceId } from '../../api/generated/contract';
import { ICONS } from './icons';
import { DEMO, NOW } from './servers';

type Of<K extends Approval['request']['kind']> = Approval & {
  request: Extract<Approval['request'], { kind: K }>;
};

const DEMO_ASK = {
  serverId: DEMO,
  serverLabel: 'Demo server',
  origin: { kind: 'builtIn' },
  callsItself: 'Usher demo server',
} as const;

/** A question for a page on another host than the server's own. */
export const URL_APPROVAL: Of<'elicitUrl'> = {
  id: 'askUrl' as ApprovalId,
  number: 18,
  serverId: 'calendar' as SourceId,
  serverLabel: 'Team calendar',
  origin: { kind: 'host', text: 'https://mcp.rooms.example', url: 'https://mcp.rooms.example/v2' },
  callsItself: 'Rooms 2.0',
  cause: { callId: 'c3' as CallId, tool: 'book_room', arguments: { room: 'Aurora' } },
  possibleCauses: [],
  openedAt: NOW - 31_000,
  request: {
    kind: 'elicitUrl',
    message: 'Connect your company account so that I can book Aurora: https://acme.example/help',
    address: {
      before: 'https://',
      host: 'accounts.rooms-login.example',
      after: '/oauth/authorize?client_id=usher&scope=calendar.write&state=q7Zk2Vb9s1',
      warnings: [],
      refused: null,
    },
    visitedAt: null,
    callFailed: false,
  },
};

/** A question for a model, with a picture, tools and every limit. */
export const SAMPLE_APPROVAL: Of<'sample'> = {
  ...DEMO_ASK,
  id: 'askSample' as ApprovalId,
  number: 19,
  cause: { callId: 'c4' as CallId, tool: 'ask_model', arguments: { request: 'Which seat?' } },
  possibleCauses: [],
  openedAt: NOW - 84_000,
  request: {
    kind: 'sample',
    app: null,
    systemPrompt: 'You are an usher in a small theatre. Answer in two sentences.',
    messages: [
      {
        role: 'user',
        content: [
          { kind: 'text', text: 'Which seat has the best view? This is the plan:' },
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
        ],
        within: [[], []],
      },
      { role: 'assistant', content: [{ kind: 'text', text: 'How tall are you?' }], within: [[]] },
      { role: 'user', content: [{ kind: 'text', text: 'Tall enough.' }], within: [[]] },
    ],
    state: { kind: 'request' },
    params: {
      systemPrompt: 'You are an usher in a small theatre. Answer in two sentences.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Which seat has the best view? This is the plan:' },
            { type: 'image', mimeType: 'image/png', data: ICONS['demo'] ?? '' },
          ],
        },
        { role: 'assistant', content: { type: 'text', text: 'How tall are you?' } },
        { role: 'user', content: { type: 'text', text: 'Tall enough.' } },
      ],
      maxTokens: 800,
      temperature: 0.2,
      stopSequences: ['\n\n###'],
      includeContext: 'allServers',
      modelPreferences: { hints: [{ name: 'claude-sonnet' }, { name: 'small' }], costPriority: 0.3 },
      tools: [{ name: 'list_seats', description: 'Seats that are free', inputSchema: {} }],
      toolChoice: { mode: 'auto' },
    },
  },
};

/** A call of the person's own that may destroy something. */
export const CALL_APPROVAL: Of<'call'> = {
  ...DEMO_ASK,
  id: 'askCall' as ApprovalId,
  number: 20,
  cause: { callId: 'c5' as CallId, tool: 'delete_everything', arguments: { keep: 2, folder: 'drafts' } },
  possibleCauses: [],
  openedAt: NOW - 4_000,
  request: {
    kind: 'call',
    call: {
      tool: 'delete_everything',
      app: null,
      client: null,
      title: 'Delete everything',
      inputSchema: {
        type: 'object',
        required: ['keep'],
        properties: {
          keep: { type: 'integer', title: 'Keep', description: 'How many of the newest stay.', minimum: 0 },
          folder: { type: 'string', title: 'Folder', enum: ['drafts', 'sent', 'all'] },
        },
      },
      annotations: { readOnly: false, destructive: true, idempotent: null, openWorld: true },
      trust: 'no',
      arguments: { keep: 2, folder: 'drafts' },
      check: 'refuse',
      why: { kind: 'destructive' },
      looksSecret: [],
      largeIntegers: [],
      namedArgumentsBytes: 16_000,
    },
  },
};

/** A question for folders. */
export const ROOTS_APPROVAL: Of<'roots'> = {
  ...DEMO_ASK,
  id: 'askRoots' as ApprovalId,
  number: 21,
  cause: null,
  possibleCauses: [],
  openedAt: NOW - 8_000,
  request: {
    kind: 'roots',
    folders: [
      {
        id: 'root1' as RootId,
        serverId: null,
        path: '/home/ada/work/portal',
        name: 'portal',
        uri: 'file:///home/ada/work/portal',
      },
      {
        id: 'root2' as RootId,
        serverId: null,
        path: '/home/ada/gone/notes',
        name: 'notes',
        uri: 'file:///home/ada/gone/notes',
      },
    ],
  },
};

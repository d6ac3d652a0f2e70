import type {
  AgentFileLine,
  AgentParams,
  AgentPreviewId,
  AgentSnapshot,
  AgentUndone,
  AppEvent,
} from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import type { Handlers } from './handlers';
import { NOW } from './servers';
import { fail } from './serverHandlers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `agent.${string}`>>;

const NO_LIMITS = { callSeconds: null, tools: null };
const ZED = '/home/ada/.config/zed/settings.json';

const pasted = (id: string): string =>
  JSON.stringify(
    { mcpServers: { usher: { command: '/usr/bin/usher', args: ['connect', '--as', id] } } },
    null,
    2,
  );

const agent = (id: string, name: string, file: string, rest: Partial<AgentSnapshot> = {}): AgentSnapshot => ({
  id,
  name,
  file,
  state: { kind: 'notConnected' },
  ownServers: 0,
  importable: 0,
  limits: NO_LIMITS,
  writtenAt: null,
  ...rest,
});

/** An agent in each state. */
export const someAgents = (): AgentSnapshot[] => [
  agent('claude-code', 'Claude Code', '/home/ada/.claude.json', {
    ownServers: 3,
    importable: 2,
    limits: { callSeconds: 1_800, tools: null },
  }),
  agent('codex', 'Codex', '/home/ada/.codex/config.toml', {
    state: { kind: 'connected' },
    limits: { callSeconds: 300, tools: null },
    writtenAt: NOW - 60_000,
  }),
  agent('cursor', 'Cursor', '/home/ada/.cursor/mcp.json', {
    state: { kind: 'differs' },
    ownServers: 1,
    limits: { callSeconds: 60, tools: 40 },
  }),
  agent('gemini-cli', 'Gemini CLI', '/home/ada/.gemini/settings.json', { state: { kind: 'connected' } }),
  agent('zed', 'Zed', ZED, {
    state: { kind: 'refused', reason: coreMessage('agents.link', { file: ZED }), paste: pasted('zed') },
  }),
];

const line = (kind: AgentFileLine['kind'], number: number, text: string): AgentFileLine => ({
  kind,
  number,
  text,
});

const LINES: AgentFileLine[] = [
  line('same', 4, '      "command": "npx",'),
  line('same', 5, '      "args": ["-y", "notes"]'),
  line('removed', 6, '    }'),
  line('added', 6, '    },'),
  line('added', 7, '    "usher": {'),
  line('added', 8, '      "type": "stdio",'),
  line('added', 9, '      "command": "/usr/bin/usher",'),
  line('added', 10, '      "args": ["connect", "--as", "claude-code"]'),
  line('added', 11, '    }'),
  line('same', 12, '  }'),
  line('same', 13, '}'),
];

/** Agents whose files are never there. */
export function agentHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const previews = new Map<AgentPreviewId, AgentSnapshot>();
  const find = ({ id, file }: AgentParams): AgentSnapshot => {
    const found = world.agents.find((each) => each.id === id && each.file === file);
    return found ?? fail('notFound', coreMessage('agents.gone', { file }));
  };
  const change = (before: AgentSnapshot, changed: Partial<AgentSnapshot>): AgentSnapshot => {
    const after = { ...before, ...changed };
    world.agents = world.agents.map((each) => (each.id === before.id ? after : each));
    emit({ kind: 'agentsChanged' });
    return after;
  };
  const disconnect = (params: AgentParams, kind: 'restored' | 'entryRemoved'): AgentUndone => ({
    kind,
    agent: change(find(params), { state: { kind: 'notConnected' }, writtenAt: null }),
  });
  return {
    'agent.list': () => ({ agents: world.agents, paste: pasted('agent') }),
    'agent.preview': (params) => {
      const found = find(params);
      if (found.state.kind === 'refused') return found.state;
      const previewId = `preview-${previews.size}` as AgentPreviewId;
      previews.set(previewId, found);
      return {
        kind: 'ready',
        previewId,
        change: found.state.kind === 'differs' ? 'update' : 'add',
        file: found.file,
        backup: `${found.file}.20261126T040000Z.usher-backup`,
        lines: LINES,
      };
    },
    'agent.apply': ({ previewId }) => {
      const found = previews.get(previewId) ?? fail('notFound', 'agents.previewGone');
      previews.delete(previewId);
      return {
        kind: 'done',
        agent: change(found, { state: { kind: 'connected' }, writtenAt: NOW }),
        backup: `${found.file}.20261126T040000Z.usher-backup`,
      };
    },
    'agent.undo': (params) => disconnect(params, 'restored'),
    'agent.remove': (params) => disconnect(params, 'entryRemoved'),
  };
}

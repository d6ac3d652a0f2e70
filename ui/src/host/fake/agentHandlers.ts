import type {
  AgentFileLine,
  AgentParams,
  AgentPreview,
  AgentPreviewId,
  AgentSnapshot,
  AgentUndone,
  AppEvent,
} from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import type { Handlers } from './handlers';
import { pasted } from './agents';
import { NOW } from './servers';
import { fail } from './serverHandlers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `agent.${string}`>>;

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

const REMOVED: AgentFileLine[] = [
  line('same', 2, '  "mcpServers": {'),
  line('removed', 3, '    "git": { "command": "uvx" },'),
  line('same', 3, '    "other": {'),
  line('same', 12, '    },'),
  line('removed', 14, '    "notes": { "command": "notes" }'),
  line('same', 13, '  }'),
];

/** Agents whose files are never there. */
export function agentHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const previews = new Map<AgentPreviewId, { agent: AgentSnapshot; removed: string[] }>();
  const earlier = new Map<string, AgentSnapshot>();
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
  const show = (found: AgentSnapshot, removed: string[]): AgentPreview => {
    const previewId = `preview-${previews.size}` as AgentPreviewId;
    previews.set(previewId, { agent: found, removed });
    return {
      kind: 'ready',
      previewId,
      change: removed.length > 0 ? 'remove' : found.state.kind === 'differs' ? 'update' : 'add',
      file: found.file,
      backup: `${found.file}.20261126T040000Z.usher-backup`,
      lines: removed.length > 0 ? REMOVED : LINES,
    };
  };
  const disconnect = (params: AgentParams, kind: 'restored' | 'entryRemoved'): AgentUndone => ({
    kind,
    agent: change(find(params), { state: { kind: 'notConnected' }, writtenAt: null }),
  });
  return {
    'agent.list': () => ({ agents: world.agents, paste: pasted('agent') }),
    'agent.preview': (params) => {
      const found = find(params);
      return found.state.kind === 'refused' ? found.state : show(found, []);
    },
    'agent.previewRemoval': ({ id, file, names }) => show(find({ id, file }), names),
    'agent.apply': ({ previewId }) => {
      const { agent, removed } = previews.get(previewId) ?? fail('notFound', 'agents.previewGone');
      earlier.set(agent.id, agent);
      const imported = agent.imported.filter(({ name }) => !removed.includes(name));
      return {
        kind: 'done',
        agent: change(
          agent,
          removed.length > 0
            ? { imported, removed, writtenAt: NOW }
            : { state: { kind: 'connected' }, removed, writtenAt: NOW },
        ),
        backup: `${agent.file}.20261126T040000Z.usher-backup`,
      };
    },
    'agent.undo': (params) => {
      const found = earlier.get(params.id);
      earlier.delete(params.id);
      return found === undefined
        ? disconnect(params, 'restored')
        : { kind: 'restored', agent: change(find(params), found) };
    },
    'agent.remove': (params) => disconnect(params, 'entryRemoved'),
  };
}

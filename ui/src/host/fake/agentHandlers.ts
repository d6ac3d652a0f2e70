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

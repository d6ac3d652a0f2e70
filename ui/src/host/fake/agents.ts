import type { AgentSnapshot } from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import { NOW } from './servers';

const NO_LIMITS = { callSeconds: null, tools: null };
const ZED = '/home/ada/.config/zed/settings.json';

/** The text to add to an agent's file by hand. */
export const pasted = (id: string): string =>
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
  imported: [],
  writtenAt: null,
  removed: [],
  ...rest,
});

/** An agent in each state. */
export const someAgents = (): AgentSnapshot[] => [
  agent('claude-code', 'Claude Code', '/home/ada/.claude.json', {
    ownServers: 3,
    importable: 1,
    imported: [
      { name: 'git', label: 'Git', enabled: true },
      { name: 'notes', label: 'Notes', enabled: false },
    ],
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
    state: { kind: 'refused', reason: coreMessage('agents.link', { file: ZED }), byHand: pasted('zed') },
  }),
];

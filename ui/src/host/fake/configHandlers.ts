import type {
  AppEvent,
  CheckedConfigText,
  Message,
  NamedValue,
  ServerConfig,
  ServerId,
} from '../../api/generated/contract';
import { coreMessage, messageText } from '../../words/message';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `serverConfig.${string}`>>;

type Edited = Record<string, { command?: string; args?: string[]; url?: string }>;

const values = (named: readonly NamedValue[]) =>
  Object.fromEntries(
    named.map(({ name, value }) => [name, value.kind === 'plain' ? value.value : `\${input:${name}}`]),
  );

function entryOf(config: ServerConfig) {
  switch (config.kind) {
    case 'stdio':
      return { command: config.command, args: config.args, env: values(config.env) };
    case 'http':
      return { type: 'http', url: config.url, headers: values(config.headers) };
    case 'demo':
      return fail('invalid', 'configText.builtIn');
  }
}

/** Reads the form that `serverConfig.get` writes; the real reading is the core's. */
function read(text: string): { server?: [string, Edited[string]]; checked: CheckedConfigText } {
  const problem = (field: string, message: Message): CheckedConfigText => ({
    problems: [{ field, message, line: 1, column: 1 }],
    notes: [],
    restarts: false,
  });
  try {
    const servers = Object.entries((JSON.parse(text) as { mcpServers: Edited }).mcpServers);
    const [server] = servers;
    if (server === undefined || servers.length > 1) {
      return { checked: problem('text', coreMessage('configText.oneServer')) };
    }
    if (server[1].command === '') return { checked: problem('command', coreMessage('field.command.empty')) };
    return { server, checked: { problems: [], notes: [], restarts: true } };
  } catch {
    return { checked: problem('text', coreMessage('paste.noServer')) };
  }
}

/** Configurations as JSON, as the core writes and reads them. */
export function configHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (id: ServerId) =>
    world.servers.find(({ snapshot }) => snapshot.id === id) ?? fail('notFound', 'request.unknownServer');
  return {
    'serverConfig.get': ({ serverId }) => {
      const { snapshot, detail } = find(serverId);
      return { text: JSON.stringify({ mcpServers: { [snapshot.label]: entryOf(detail.config) } }, null, 2) };
    },
    'serverConfig.check': ({ text }) => read(text).checked,
    'serverConfig.update': ({ serverId, text }) => {
      const found = find(serverId);
      const { server, checked } = read(text);
      if (server === undefined) {
        const message = checked.problems.map((problem) => messageText(problem.message)).join(' ');
        return fail('invalid', message, { fields: checked.problems });
      }
      const [label, { command, args, url }] = server;
      const { config } = found.detail;
      if (config.kind === 'stdio') Object.assign(config, { command, args: args ?? [] });
      if (config.kind === 'http') Object.assign(config, { url });
      found.snapshot.label = label;
      emit({ kind: 'serverChanged', server: structuredClone(found.snapshot) });
      return found.snapshot;
    },
  };
}

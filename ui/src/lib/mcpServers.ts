import type { NamedValue, ServerConfig } from '../api/generated/contract';

type Entry = Record<string, unknown>;

/** A value as it stands in the JSON: a reference in the place of a secret. */
const shown = ({ name, value }: NamedValue): [string, string] => [
  name,
  value.kind === 'plain' ? value.value : `\${input:${name}}`,
];

function entryOf(config: Exclude<ServerConfig, { kind: 'demo' }>): Entry {
  if (config.kind === 'http') {
    return {
      type: 'http',
      url: config.url,
      ...(config.headers.length === 0 ? {} : { headers: Object.fromEntries(config.headers.map(shown)) }),
    };
  }
  return {
    command: config.command,
    args: config.args,
    ...(config.env.length === 0 ? {} : { env: Object.fromEntries(config.env.map(shown)) }),
    ...(config.cwd === null ? {} : { cwd: config.cwd }),
  };
}

/** A server's configuration as the `mcpServers` JSON of other clients, without secrets. */
export function mcpServersJson(label: string, config: Exclude<ServerConfig, { kind: 'demo' }>): string {
  return JSON.stringify({ mcpServers: Object.fromEntries([[label, entryOf(config)]]) }, null, 2);
}

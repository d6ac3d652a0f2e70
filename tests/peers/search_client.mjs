// A client of the TypeScript SDK that is listed few tools: `search_client.mjs QUERY ARGUMENTS -- COMMAND…`.
// It lists its tools, waits until it is told that the list changed, then searches for a tool and calls the first one found.
// Prints a line of JSON for each list, what it found, and what was answered.
import process from 'node:process';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

const [query, given, separator, command, ...args] = process.argv.slice(2);
if (separator !== '--') throw new Error('usage: search_client.mjs QUERY ARGUMENTS -- COMMAND…');

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const client = new Client({ name: 'search-client', version: '1.0.0' }, { capabilities: {} });
let tell;
client.setNotificationHandler(ToolListChangedNotificationSchema, () => tell());
const changes = () =>
  new Promise((resolve) => {
    tell = resolve;
  });
let changed = changes();
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
const names = async () => (await client.listTools()).tools.map(({ name }) => name);
let tools = await names();
// Until the person allows it, it is listed none.
while (tools.length === 0) {
  await changed;
  changed = changes();
  tools = await names();
}
print({ tools });
await changed;
print({ tools: await names() });
const { structuredContent } = await client.callTool({ name: 'search_tools', arguments: { query } });
print(structuredContent);
const [{ name }] = structuredContent.tools;
const call = { name: 'call_tool', arguments: { name, arguments: JSON.parse(given) } };
print(await client.callTool(call, undefined, { timeout: 120_000 }));
await client.close();

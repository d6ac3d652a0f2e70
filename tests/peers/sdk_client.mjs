// A client of the TypeScript SDKs that reaches servers through a program or over HTTP, with the token in USHER_TOKEN:
// `node sdk_client.mjs v1|v2|v2-newest TOOL ARGUMENTS -- COMMAND…|URL`.
// Prints one JSON object: what it listed, what the tool answered, and what it was told meanwhile.
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

const [sdk, tool, given, separator, command, ...args] = process.argv.slice(2);
if (separator !== '--') throw new Error('usage: sdk_client.mjs v1|v2|v2-newest TOOL ARGUMENTS -- COMMAND…|URL');

const [major, newest] = sdk.split('-');
const modules = {
  v1: async () => ({
    ...(await import('@modelcontextprotocol/sdk/client/index.js')),
    ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
    ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
  }),
  v2: async () => ({
    ...(await import('@modelcontextprotocol/client')),
    ...(await import('@modelcontextprotocol/client/stdio')),
  }),
};
const { Client, StdioClientTransport, StreamableHTTPClientTransport } = await modules[major]();
const client = new Client(
  { name: `typescript-sdk-${sdk}`, version: '1.0.0' },
  { capabilities: {}, ...(newest ? { versionNegotiation: { mode: 'auto' } } : {}) },
);
const headers = { Authorization: `Bearer ${process.env.USHER_TOKEN}` };
const transport = command.startsWith('http:')
  ? new StreamableHTTPClientTransport(new URL(command), { requestInit: { headers } })
  : new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
await client.connect(transport);
const progress = [];
let { tools } = await client.listTools();
// A client that the person has not answered yet is told of no tools, as is one that is paused.
const most = process.env.TEST_AWAITS_TOOLS === undefined ? 0 : 240;
for (let tries = 0; tools.length === 0 && tries < most; tries += 1) {
  await setTimeout(500);
  ({ tools } = await client.listTools());
}
const { prompts } = await client.listPrompts();
const { resources } = await client.listResources();
const options = { onprogress: (told) => progress.push(told), timeout: 120_000, resetTimeoutOnProgress: true };
const call = { name: tool, arguments: JSON.parse(given) };
const result = await (major === 'v1' ? client.callTool(call, undefined, options) : client.callTool(call, options));
const { resourceTemplates } = await client.listResourceTemplates();
// What a server sends that only a lenient reader reads whole.
const odd = 'broken__fine';
const lenient = tools.some(({ name }) => name === odd) ? await client.callTool({ name: odd, arguments: {} }) : null;
const found = {
  server: client.getServerVersion(),
  tools: tools.map(({ name }) => name),
  prompts: prompts.length,
  resources: resources.length,
  progress: progress.length,
  result,
  templates: resourceTemplates.length,
  blocks: lenient?.content.length ?? null,
};
process.stdout.write(`${JSON.stringify(found)}\n`);
await client.close();

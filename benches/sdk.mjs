// Measures a TypeScript SDK the way benches/src/client.rs measures the Rust clients, and prints one line of JSON.
// sdk.mjs (sdk|client) (stdio PROGRAM ARGS… | http URL)
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const CONNECTS = 40;
// Before each connection, so that everybody begins from rest.
const REST_MS = 20;
const WARM_UP = 200;
const CALLS = 3000;
const SIDE_BY_SIDE = 16;
const SESSIONS = 20;

const [which, way, target, ...args] = process.argv.slice(2);
// The packages lie with the real servers the tests talk to.
const peers = createRequire(join(import.meta.dirname, '..', 'tests', 'peers', 'package.json'));
const load = (name) => import(pathToFileURL(peers.resolve(name)).href);

const parts =
  which === 'sdk'
    ? {
        ...(await load('@modelcontextprotocol/sdk/client/index.js')),
        ...(await load('@modelcontextprotocol/sdk/client/stdio.js')),
        ...(await load('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      }
    : {
        ...(await load('@modelcontextprotocol/client')),
        ...(await load('@modelcontextprotocol/client/stdio')),
      };

async function connectAndList() {
  const client = new parts.Client({ name: 'bench', version: '1' });
  const transport =
    way === 'stdio'
      ? new parts.StdioClientTransport({ command: target, args, stderr: 'ignore' })
      : new parts.StreamableHTTPClientTransport(new URL(target));
  await client.connect(transport);
  await client.listTools();
  return client;
}

const echo = (client) => client.callTool({ name: 'echo', arguments: { text: 'hello' } });
const percentile = (times, percent) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length * percent) / 100)];
const perSecond = (started) => CALLS / ((performance.now() - started) / 1000);
const megabytes = () => process.memoryUsage.rss() / 1e6;

const connects = [];
for (let n = 0; n < CONNECTS; n += 1) {
  await new Promise((rested) => setTimeout(rested, REST_MS));
  const started = performance.now();
  const client = await connectAndList();
  connects.push(performance.now() - started);
  await client.close();
}

const client = await connectAndList();
for (let n = 0; n < WARM_UP; n += 1) await echo(client);
const memoryOne = megabytes();
const before = process.cpuUsage();
const calls = [];
let started = performance.now();
for (let n = 0; n < CALLS; n += 1) {
  const sent = performance.now();
  await echo(client);
  calls.push(performance.now() - sent);
}
const sequential = perSecond(started);
const used = process.cpuUsage(before);

started = performance.now();
await Promise.all(
  Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (let n = 0; n < Math.floor(CALLS / SIDE_BY_SIDE); n += 1) await echo(client);
  }),
);
const sideBySide = perSecond(started);

const clients = [client];
while (clients.length < SESSIONS) clients.push(await connectAndList());
const memoryMany = megabytes();

console.log(
  JSON.stringify({
    connect_ms: percentile(connects, 50),
    echo_p50_ms: percentile(calls, 50),
    echo_p95_ms: percentile(calls, 95),
    sequential_per_s: sequential,
    side_by_side_per_s: sideBySide,
    cpu_per_call_us: (used.user + used.system) / CALLS,
    memory_1_mb: memoryOne,
    memory_20_mb: memoryMany,
  }),
);
await Promise.all(clients.map((open) => open.close()));
process.exit(0);

// A server whose tools change: calling `change` with a number gives the tool of that number another description.
import process from 'node:process';
import { createInterface } from 'node:readline';

const TOOLS = 20;
const texts = Array.from({ length: TOOLS }, (_, number) => `Tool ${number}.`);
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const inputSchema = { type: 'object', properties: { number: { type: 'integer' } } };
const change = { name: 'change', description: 'Changes a tool.', inputSchema, annotations: { readOnlyHint: true } };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'changing', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [change, ...texts.map((description, number) => ({ name: `tool_${number}`, description, inputSchema }))],
  }),
  'tools/call': ({ arguments: { number } }) => {
    texts[number] += ' Changed.';
    say({ method: 'notifications/tools/list_changed' });
    return { content: [{ type: 'text', text: texts[number] }] };
  },
};

createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || !method) return;
  const answer = answers[method];
  say(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: `Method not found: ${method}` } });
});

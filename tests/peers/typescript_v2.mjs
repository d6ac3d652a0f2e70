// A server on the TypeScript SDK v2: `typescript_v2.mjs stdio|http dual|modern`. Over HTTP it listens on $PORT at /mcp.
import { createServer } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  McpServer,
  ResourceTemplate,
  acceptedContent,
  completable,
  createMcpHandler,
  inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const [transport, eras] = process.argv.slice(2);

const text = (words) => ({ content: [{ type: 'text', text: words }] });

function build() {
  const server = new McpServer({ name: 'typescript-v2', version: '1.0.0' });
  server.registerTool(
    'add',
    { description: 'Adds two numbers', inputSchema: z.object({ a: z.number(), b: z.number() }) },
    async ({ a, b }) => text(`sum ${a + b}`),
  );
  server.registerTool('greet', { description: 'Asks who is there', inputSchema: z.object({}) }, async (_, context) => {
    const schema = z.object({ name: z.string() });
    const answer = acceptedContent(context.mcpReq.inputResponses, 'who', schema);
    if (answer !== undefined) return text(`hello ${answer.name}`);
    const who = inputRequired.elicit({ message: 'Who is there?', requestedSchema: schema });
    return inputRequired({ inputRequests: { who } });
  });
  server.registerResource('note', 'note://one', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  const numbered = new ResourceTemplate('note://number/{number}', { list: undefined });
  server.registerResource('numbered', numbered, {}, async (uri, { number }) => ({
    contents: [{ uri: uri.href, text: `note ${number}` }],
  }));
  const topic = completable(z.string(), (given) => ['rain', 'rust'].filter((word) => word.startsWith(given)));
  server.registerPrompt('about', { argsSchema: z.object({ topic }) }, ({ topic }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Tell me about ${topic}` } }],
  }));
  return server;
}

if (transport === 'stdio') {
  serveStdio(build, { legacy: eras === 'modern' ? 'reject' : 'serve' });
} else {
  const handler = toNodeHandler(createMcpHandler(build, { legacy: eras === 'modern' ? 'reject' : 'stateless' }));
  createServer((request, response) => void handler(request, response)).listen(Number(process.env.PORT), '127.0.0.1');
}

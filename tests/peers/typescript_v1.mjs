// A server on the TypeScript SDK v1: `typescript_v1.mjs stdio|json|stateless|sse|sign-in`. Over HTTP it listens on $PORT:
// `json` answers with plain JSON in sessions, `stateless` knows no sessions, both at /mcp; `sse` is HTTP+SSE at /sse;
// `sign-in` is as `stateless` and its own authorization server, whose person always agrees.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { getOAuthProtectedResourceMetadataUrl, mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { z } from 'zod';

function build() {
  const server = new McpServer({ name: 'typescript-v1', version: '1.0.0' });
  server.registerTool(
    'add',
    { description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() } },
    async ({ a, b }) => ({ content: [{ type: 'text', text: `sum ${a + b}` }] }),
  );
  server.registerResource('note', 'note://one', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  server.registerPrompt('about', { argsSchema: { topic: z.string() } }, ({ topic }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Tell me about ${topic}` } }],
  }));
  return server;
}

const sessions = new Map();

async function json(request, response) {
  const known = sessions.get(request.headers['mcp-session-id']);
  if (known) return known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await build().connect(transport);
  return transport.handleRequest(request, response);
}

async function stateless(request, response) {
  if (request.method !== 'POST') return response.writeHead(405).end();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await build().connect(transport);
  return transport.handleRequest(request, response);
}

async function sse(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (request.method === 'GET' && pathname === '/sse') {
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    return build().connect(transport);
  }
  const known = sessions.get(searchParams.get('sessionId'));
  if (known && request.method === 'POST') return known.handlePostMessage(request, response);
  return response.writeHead(404).end();
}

function guarded() {
  const issuerUrl = new URL(`http://127.0.0.1:${process.env.PORT}`);
  const resourceServerUrl = new URL('/mcp', issuerUrl);
  const provider = new DemoInMemoryAuthProvider();
  const app = express();
  app.use(mcpAuthRouter({ provider, issuerUrl, resourceServerUrl, scopesSupported: ['read'] }));
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(resourceServerUrl);
  app.use('/mcp', requireBearerAuth({ verifier: provider, requiredScopes: ['read'], resourceMetadataUrl }), stateless);
  return app;
}

const way = process.argv[2];
if (way === 'stdio') {
  await build().connect(new StdioServerTransport());
} else {
  const answer = way === 'sign-in' ? guarded() : { json, stateless, sse }[way];
  createServer((request, response) => void answer(request, response)).listen(Number(process.env.PORT), '127.0.0.1');
}

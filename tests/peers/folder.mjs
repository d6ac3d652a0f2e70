// A server on the TypeScript SDK v1 over stdio: `folder.mjs FOLDER`. Each file of the folder is a resource, as text or as
// bytes by its ending; a file whose name begins with `untyped` declares no media type.
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const TEXT = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.py': 'text/x-python',
  '.rs': 'text/rust',
  '.sql': 'application/sql',
  '.svg': 'image/svg+xml',
  '.toml': 'application/toml',
  '.ts': 'text/typescript',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.xml': 'text/xml',
  '.yaml': 'application/yaml',
};
const BYTES = {
  '.avif': 'image/avif',
  '.bin': 'application/octet-stream',
  '.bmp': 'image/bmp',
  '.flac': 'audio/flac',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.tiff': 'image/tiff',
  '.ttf': 'font/ttf',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};

const folder = process.argv[2];
const uriOf = (name) => `files://folder/${encodeURIComponent(name)}`;
const typeOf = (name) => TEXT[extname(name)] ?? BYTES[extname(name)];
const declared = (name) => (name.startsWith('untyped') ? {} : { mimeType: typeOf(name) });

const server = new Server({ name: 'folder', version: '1.0.0' }, { capabilities: { resources: {} } });
server.setRequestHandler(ListResourcesRequestSchema, async () => ({
  resources: (await readdir(folder)).toSorted().map((name) => ({ uri: uriOf(name), name, ...declared(name) })),
}));
server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates: [] }));
server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
  const name = (await readdir(folder)).find((each) => uriOf(each) === uri);
  const bytes = await readFile(join(folder, name));
  const body = extname(name) in TEXT ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
  return { contents: [{ uri, ...declared(name), ...body }] };
});
await server.connect(new StdioServerTransport());

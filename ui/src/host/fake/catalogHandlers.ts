import type {
  JsonValue,
  ListToolsParams,
  ReadOutcome,
  ResourceBody,
  Section,
  SourceId,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { ICONS } from './icons';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import { readPreview } from './previews';
import type { World } from './world';
import { coreMessage } from '../../words/message';

type Mine = Pick<
  Handlers,
  | Extract<
      keyof Handlers,
      | `resource.${string}`
      | `template.${string}`
      | `prompt.${string}`
      | `completion.${string}`
      | `catalog.${string}`
      | `icon.${string}`
    >
  | 'tool.list'
  | 'tool.get'
>;

/** As a server would list it, with what only it knows. */
const rawOf = (head: { title: string; description: string | null }): JsonValue => ({
  title: head.title,
  ...(head.description === null ? {} : { description: head.description }),
  'x-vendor': { reviewed: true },
  _meta: { 'example.com/owner': 'docs' },
});

const CITIES = ['Amsterdam', 'Antwerp', 'Athens', 'Berlin', 'Bern', 'Brussels', 'Lisbon', 'London'];

export function catalogHandlers(world: World): Mine {
  function sections<T extends { serverId: SourceId }>(
    items: T[],
    { serverId }: ListToolsParams,
  ): Section<T>[] {
    return world.servers
      .filter(({ snapshot }) =>
        serverId === null ? snapshot.state.kind !== 'disabled' : snapshot.id === serverId,
      )
      .map(({ snapshot }) => ({
        serverId: snapshot.id,
        state:
          snapshot.state.kind === 'running'
            ? { kind: 'ready', fetchedAt: NOW, freshUntil: null }
            : snapshot.state.kind === 'starting'
              ? { kind: 'loading' }
              : { kind: 'offline' },
        items: snapshot.state.kind === 'running' ? items.filter((item) => item.serverId === snapshot.id) : [],
        broken: [],
      }));
  }
  const read = (uri: string): ReadOutcome => ({
    uri,
    contents: partsOf(uri).map((part) => ({ uri: part, mimeType: mimeOf(part), body: bodyOf(part) })),
    readAt: NOW,
    freshUntil: null,
    durationMs: 12,
    raw: { contents: [{ uri }] },
  });
  return {
    'tool.list': (params) => [
      ...sections(
        world.tools.map((tool) => tool.head),
        params,
      ),
      ...world.webtools
        .filter(({ snapshot }) => params.serverId === null || params.serverId === snapshot.id)
        .map(({ snapshot }) => ({
          serverId: snapshot.id,
          state: { kind: 'ready' as const, fetchedAt: NOW, freshUntil: null },
          items: world.tools.map(({ head }) => head).filter(({ serverId }) => serverId === snapshot.id),
          broken: [],
        })),
    ],
    'tool.get': ({ serverId, name }) =>
      world.tools.find((tool) => tool.head.serverId === serverId && tool.head.name === name) ??
      fail('notFound', `This server no longer offers a tool called "${name}".`),
    'resource.list': (params) => sections(world.resources, params),
    'resource.read': ({ serverId, uri }) =>
      readPreview(uri) ??
      (world.resources.some((r) => r.serverId === serverId && r.uri === uri)
        ? read(uri)
        : fail('serverRejected', `The server does not know ${uri}.`, { code: -32002 })),
    'resource.subscribe': ({ uri, subscribed }) => {
      for (const resource of world.resources) if (resource.uri === uri) resource.subscribed = subscribed;
      return null;
    },
    'template.list': (params) => sections(world.templates, params),
    'template.read': ({ uriTemplate, variables }) =>
      read(
        uriTemplate.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(variables[name] ?? '')),
      ),
    'completion.complete': ({ value }) => {
      const values = CITIES.filter((city) => city.toLowerCase().startsWith(value.toLowerCase()));
      return { values, total: values.length, hasMore: false };
    },
    'prompt.list': (params) => sections(world.prompts, params),
    'prompt.get': ({ name, arguments: args }) => ({
      description: `What ${name} yields.`,
      messages: [
        { role: 'user', content: { kind: 'text', text: `Please ${name} ${args['name'] ?? ''}.` } },
        { role: 'assistant', content: { kind: 'text', text: 'With **pleasure**.' } },
      ],
      durationMs: 9,
      raw: { messages: [] },
    }),
    'catalog.refresh': () => null,
    'catalog.markViewed': () => null,
    'catalog.entry': ({ serverId, list, key }) => {
      const of = {
        tools: world.tools.map(({ head, raw }) => ({ ...head, key: head.name, raw })),
        resources: world.resources.map((head) => ({ ...head, key: head.uri, raw: rawOf(head) })),
        templates: world.templates.map((head) => ({ ...head, key: head.uriTemplate, raw: rawOf(head) })),
        prompts: world.prompts.map((head) => ({ ...head, key: head.name, raw: rawOf(head) })),
      }[list];
      const entry = of.find((each) => each.serverId === serverId && each.key === key);
      return entry === undefined
        ? fail('notFound', `This server does not list ${key} any more.`)
        : { raw: entry.raw, repaired: [] };
    },
    'icon.get': ({ key }) => {
      const base64 = ICONS[key];
      return base64 === undefined
        ? { kind: 'refused', reason: coreMessage('media.iconUnknown') }
        : { kind: 'png', base64 };
    },
  };
}

/** A wave file of no samples. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const TYPES: Record<string, string> = {
  md: 'text/markdown',
  json: 'application/json',
  png: 'image/png',
  bin: 'application/octet-stream',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  wav: 'audio/wav',
};

/** One resource gives two contents. */
function partsOf(uri: string): string[] {
  return uri === 'demo://docs' ? ['demo://docs/readme.md', 'demo://docs/plan.json'] : [uri];
}

function mimeOf(uri: string): string {
  return TYPES[uri.split('.').at(-1) ?? ''] ?? 'text/plain';
}

function bodyOf(uri: string): ResourceBody {
  const mimeType = mimeOf(uri);
  if (mimeType === 'image/png') {
    const base64 = ICONS['demo'] ?? '';
    return { kind: 'image', claimedType: mimeType, mimeType, base64, sizeBytes: 4_210, problem: null };
  }
  if (mimeType === 'image/svg+xml') {
    const base64 = ICONS['demo'] ?? '';
    const picture = { claimedType: mimeType, mimeType: 'image/png', base64, sizeBytes: 420, problem: null };
    return { kind: 'text', text: '<svg xmlns="http://www.w3.org/2000/svg"/>', picture };
  }
  if (mimeType === 'audio/wav') {
    return {
      kind: 'audio',
      claimedType: mimeType,
      mimeType,
      base64: SILENCE,
      sizeBytes: 44_144,
      problem: null,
    };
  }
  if (mimeType === 'text/csv') {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 24}:00,${(i * 0.7) % 4},"Pier, ${i % 3}"`);
    return { kind: 'text', text: `time,metres,where\n${lines.join('\n')}\n`, picture: null };
  }
  if (mimeType === 'application/octet-stream')
    return { kind: 'binary', sizeBytes: 2_048, headBase64: btoa('Usher\u0000\u0001\u0002') };
  if (mimeType === 'text/markdown') {
    return {
      kind: 'text',
      text: '# Read me\n\nA *small* document with a [link](https://example.com).\n\n- one\n- two\n',
      picture: null,
    };
  }
  if (mimeType === 'application/json')
    return { kind: 'text', text: '{"phase":"alpha","open":3}', picture: null };
  return { kind: 'text', text: `${uri}: 14:31:52`, picture: null };
}

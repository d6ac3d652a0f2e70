import type {
  AppEvent,
  JsonValue,
  ListToolsParams,
  ReadOutcome,
  Section,
  SourceId,
} from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { contentsOf, partsOf } from './contents';
import { ICONS } from './icons';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import { readPreview } from './previews';
import { promptHandlers } from './promptHandlers';
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

export function catalogHandlers(world: World, emit: (event: AppEvent) => void): Mine {
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
  /** Some of the entries, counted over all sections. */
  function part<T, S>(all: Section<T, S>[], { from, limit }: { from: number; limit: number | null }) {
    let [begin, left] = [from, limit ?? Number.POSITIVE_INFINITY];
    return all.map((section) => {
      const items = section.items.slice(begin, begin + left);
      begin = Math.max(0, begin - section.items.length);
      left -= items.length;
      return { ...section, items };
    });
  }
  const read = (uri: string): ReadOutcome => ({
    uri,
    contents: partsOf(uri).map(contentsOf),
    readAt: NOW,
    freshUntil: null,
    durationMs: 12,
    raw: { contents: [{ uri }] },
    shortened: 0,
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
      fail('notFound', coreMessage('request.notOfferedItem', { server: serverId, name })),
    'resource.list': (params) => part(sections(world.resources, params), params),
    'resource.thumbnail': ({ uri }) => {
      const { body } = contentsOf(uri);
      if (body.kind === 'text') return { kind: 'text', text: body.text.slice(0, 600) };
      return body.kind === 'image' ? { kind: 'picture', base64: body.base64 } : { kind: 'none' };
    },
    'resource.read': ({ serverId, uri }) =>
      readPreview(uri) ??
      (uri.startsWith('demo://cities/') ||
      world.resources.some((r) => r.serverId === serverId && r.uri === uri)
        ? read(uri)
        : fail('serverRejected', coreMessage('request.notOfferedItem', { server: serverId, name: uri }), {
            code: -32002,
          })),
    'resource.subscribe': ({ serverId, uri, subscribed }) => {
      for (const resource of world.resources) if (resource.uri === uri) resource.subscribed = subscribed;
      const isListed = world.resources.some((r) => r.serverId === serverId && r.uri === uri);
      world.unlistedSubscriptions = world.unlistedSubscriptions.filter(
        (each) => each.serverId !== serverId || each.uri !== uri,
      );
      if (subscribed && !isListed) world.unlistedSubscriptions.push({ serverId, uri });
      emit({ kind: 'catalogChanged', serverId, list: 'resources' });
      return null;
    },
    'resource.reserveDrag': ({ uri }) => ({
      dragId: 1,
      fileUrl: `file:///home/ada/dragged/${uri.split('/').at(-1) ?? ''}`,
    }),
    'resource.writeDrag': () => ({ path: '/home/ada/dragged/file', sizeBytes: 1 }),
    'resource.saveMany': ({ resources }) => ({
      saved: {
        folder: '/home/ada',
        files: resources.map(({ uri }) => ({
          path: `/home/ada/${uri.split('/').at(-1) ?? ''}`,
          sizeBytes: 1,
        })),
        failed: [],
      },
    }),
    'resource.subscriptions': () => [
      ...world.resources
        .filter(({ subscribed }) => subscribed)
        .map(({ serverId, uri }) => ({ serverId, uri })),
      ...world.unlistedSubscriptions,
    ],
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
    ...promptHandlers(world, emit),
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
        ? fail('notFound', coreMessage('request.notListed', { server: serverId, name: key }))
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

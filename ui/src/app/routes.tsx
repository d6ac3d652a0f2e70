import {
  createHashHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { SourceId } from '../api/generated/contract';
import { Crashed } from './Crashed';
import { ServersRoute } from './ServersRoute';
import { Shell } from './Shell';

/** Reads one part of an address; `undefined` = it says nothing that makes sense. */
type Read<T> = (value: unknown) => T | undefined;

/** Names of servers and URIs can hold anything, so they stand in the search part. */
const text: Read<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const source = text as Read<SourceId>;
const oneOf =
  <T extends string>(...values: T[]): Read<T> =>
  (value) =>
    values.find((each) => each === value);

/** What the address of a screen says beside its path. */
const searchOf =
  <T extends object>(reads: { [K in keyof T]: Read<T[K]> }) =>
  (search: Record<string, unknown>): Partial<T> => {
    const found = Object.entries<Read<unknown>>(reads).map(
      ([key, read]) => [key, read(search[key])] as const,
    );
    return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Partial<T>;
  };

const root = createRootRoute({ component: Shell, errorComponent: Crashed });

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/servers' });
  },
});

const servers = createRoute({
  getParentRoute: () => root,
  path: '/servers',
  validateSearch: searchOf({
    server: source,
    view: oneOf('processes', 'enable', 'signIn'),
    tab: oneOf('configuration', 'permissions', 'logs', 'versions'),
  }),
  component: ServersRoute,
});
const review = createRoute({
  getParentRoute: () => root,
  path: '/servers/review',
  validateSearch: searchOf({ server: source, item: text }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/approvals', search });
  },
});
const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: searchOf({ filter: source, server: source, item: text }),
  component: lazyRouteComponent(() => import('../features/tools/ToolsScreen'), 'ToolsScreen'),
});
const resources = createRoute({
  getParentRoute: () => root,
  path: '/resources',
  validateSearch: searchOf({ filter: source, server: source, item: text, kind: oneOf('template') }),
  component: lazyRouteComponent(() => import('../features/resources/ResourcesScreen'), 'ResourcesScreen'),
});
const prompts = createRoute({
  getParentRoute: () => root,
  path: '/prompts',
  validateSearch: searchOf({ filter: source, server: source, item: text }),
  component: lazyRouteComponent(() => import('../features/prompts/PromptsScreen'), 'PromptsScreen'),
});
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: searchOf({ server: source, item: text, view: oneOf('answered', 'policies') }),
  component: lazyRouteComponent(() => import('../features/approvals/ApprovalsScreen'), 'ApprovalsScreen'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: searchOf({ filter: source, item: text, view: oneOf('approvals', 'logs') }),
  component: lazyRouteComponent(() => import('../features/activity/ActivityScreen'), 'ActivityScreen'),
});
const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  validateSearch: searchOf({ item: text, view: oneOf('connect') }),
  component: lazyRouteComponent(() => import('../features/clients/ClientsScreen'), 'ClientsScreen'),
});
const agents = createRoute({
  getParentRoute: () => root,
  path: '/clients/agents',
  validateSearch: searchOf({ item: text }),
  component: lazyRouteComponent(() => import('../features/agents/AgentsScreen'), 'AgentsScreen'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: searchOf({ item: text }),
  component: lazyRouteComponent(() => import('../features/settings/SettingsScreen'), 'SettingsScreen'),
});

const tree = root.addChildren([
  index,
  servers,
  review,
  tools,
  resources,
  prompts,
  approvals,
  activity,
  clients,
  agents,
  settings,
]);

/** The router of one app. In a window the address is a hash; a test starts where it says. */
export function createAppRouter(startAt?: string) {
  return createRouter({
    routeTree: tree,
    history: startAt === undefined ? createHashHistory() : createMemoryHistory({ initialEntries: [startAt] }),
    defaultPreload: false,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: () => <Navigate to="/servers" />,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

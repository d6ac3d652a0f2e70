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

/** What the address of a list screen says. Server names and URIs can hold anything, so they stand in the search part. */
interface ListSearch {
  /** Only this server's entries are listed. */
  filter?: SourceId;
  /** Whose entry is open. */
  server?: SourceId;
  /** Which entry is open: a tool's or prompt's name, a resource's URI, a template; among the settings, which has the focus. */
  item?: string;
  /** Which of the two kinds on the resources screen. */
  kind?: 'template';
  /** On the servers screen: what they use of this computer, or the sign-in of the open one. In the inbox: another tab, or with a server its definitions. In the activity: another kind. */
  view?: View;
  /** On the servers screen: which section of the open one; none = its overview. */
  tab?: Tab;
}

const VIEWS = [
  'connect',
  'processes',
  'enable',
  'signIn',
  'answered',
  'policies',
  'approvals',
  'logs',
] as const;
type View = (typeof VIEWS)[number];

const TABS = ['configuration', 'permissions', 'logs', 'versions'] as const;
type Tab = (typeof TABS)[number];

function listSearch(search: Record<string, unknown>): ListSearch {
  const text = (key: string) =>
    typeof search[key] === 'string' && search[key] !== '' ? search[key] : undefined;
  const filter = text('filter') as SourceId | undefined;
  const server = text('server') as SourceId | undefined;
  const item = text('item');
  const view = VIEWS.find((each) => each === search['view']);
  const tab = TABS.find((each) => each === search['tab']);
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(server === undefined ? {} : { server }),
    ...(item === undefined ? {} : { item }),
    ...(search['kind'] === 'template' ? { kind: 'template' as const } : {}),
    ...(view === undefined ? {} : { view }),
    ...(tab === undefined ? {} : { tab }),
  };
}

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
  validateSearch: listSearch,
  component: ServersRoute,
});
const review = createRoute({
  getParentRoute: () => root,
  path: '/servers/review',
  validateSearch: listSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/approvals', search });
  },
});
const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/tools/ToolsScreen'), 'ToolsScreen'),
});
const resources = createRoute({
  getParentRoute: () => root,
  path: '/resources',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/resources/ResourcesScreen'), 'ResourcesScreen'),
});
const prompts = createRoute({
  getParentRoute: () => root,
  path: '/prompts',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/prompts/PromptsScreen'), 'PromptsScreen'),
});
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/approvals/ApprovalsScreen'), 'ApprovalsScreen'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/activity/ActivityScreen'), 'ActivityScreen'),
});
const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/clients/ClientsScreen'), 'ClientsScreen'),
});
const agents = createRoute({
  getParentRoute: () => root,
  path: '/clients/agents',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/agents/AgentsScreen'), 'AgentsScreen'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: listSearch,
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

import type { AppEvent, AppId, AppSnapshot, PreparedApp } from '../../api/generated/contract';
import { CHART } from './catalog';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import type { World } from './world';
import { coreMessage } from '../../words/message';

type Mine = Pick<Handlers, Extract<keyof Handlers, `mcpApp.${string}`>>;

/** A page as its server sent it, reviewed or not. */
const somePage = (state: PreparedApp['review']['state']['kind'] = 'unchanged'): PreparedApp => ({
  uri: 'ui://demo/chart',
  sizeBytes: 4_200,
  hosts: { connect: ['https://api.example.com'], resource: [], baseUri: [] },
  dropped: [
    { text: 'http://*', reason: coreMessage('uiApp.dropped.scheme') },
    { text: 'https://video.example.com', reason: coreMessage('uiApp.dropped.frame') },
  ],
  permissions: ['camera'],
  review: {
    kind: 'uiResource',
    name: 'ui://demo/chart',
    state: { kind: state } as PreparedApp['review']['state'],
    digest: 'a1',
    reviewedAt: null,
    about: [],
    single: [],
    namesakes: [],
    keptOld: false,
  },
  inline: true,
});

/** The demo server has an app, reviewed or not. */
export function showApp(world: World, state?: PreparedApp['review']['state']['kind']): void {
  world.tools.push(CHART);
  world.page = somePage(state);
}

/** Apps of the demo server: its page is the world's. */
export function appHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  /** How many were opened. */
  let pages = 0;
  const find = (id: AppId): AppSnapshot =>
    world.apps.find((app) => app.id === id) ?? fail('notFound', 'uiApp.gone');
  return {
    'mcpApp.prepare': ({ tool }) =>
      world.page ?? fail('serverRejected', coreMessage('uiApp.none', { server: 'Demo server', tool })),
    'mcpApp.prepareView': () => null,
    'mcpApp.open': (params) => {
      const page = world.page ?? somePage();
      const app: AppSnapshot = {
        id: `app-${world.apps.length + 1}` as AppId,
        serverId: params.serverId,
        tool: params.tool,
        uri: page.uri,
        callId: params.callId,
        status: 'running',
        place: params.place,
        height: 180,
        hosts: page.hosts,
        prefersBorder: null,
        violations: 0,
        lastViolations: [],
        message: null,
        modelContext: null,
        files: [],
      };
      world.apps.push(app);
      emit({ kind: 'mcpAppChanged', app });
      return app;
    },
    'mcpApp.openHtml': () => {
      pages += 1;
      return { appId: `html-${pages}` as AppId, inline: true };
    },
    'mcpApp.list': () => world.apps,
    'mcpApp.place': ({ appId, place }) => {
      if (appId.startsWith('html-')) return null;
      const app = find(appId);
      if (app.place.kind === 'ownWindow') return null;
      const isMoved = app.place.kind !== place.kind;
      app.place = place;
      if (isMoved) emit({ kind: 'mcpAppChanged', app: { ...app } });
      return null;
    },
    'mcpApp.showInPage': ({ appId }) => {
      const app = find(appId);
      app.place = { kind: 'hidden' };
      emit({ kind: 'mcpAppChanged', app: { ...app } });
      return null;
    },
    'mcpApp.focus': () => null,
    'mcpApp.stop': ({ appId }) => {
      world.apps = world.apps.filter(({ id }) => id !== appId);
      emit({ kind: 'mcpAppStopped', appId, why: null });
      return null;
    },
    'mcpApp.answerFiles': ({ appId }) => {
      const app = find(appId);
      app.files = [];
      emit({ kind: 'mcpAppChanged', app: { ...app } });
      return null;
    },
    'mcpApp.setLook': () => null,
  };
}

import type { AppEvent, ServerId, ServerState } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import { NOW, SIGN_IN_NEEDED } from './servers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `signIn.${string}`>>;

const ISSUER = 'https://login.example.com';

/** The browser of this world never comes back by itself. */
export function signInHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (id: ServerId) =>
    world.servers.find((s) => s.snapshot.id === id) ?? fail('notFound', 'request.unknownServer');
  const show = (id: ServerId, state: ServerState) => {
    const server = find(id);
    server.snapshot.state = state;
    server.snapshot.need = state.kind === 'needsSignIn' ? 'signIn' : null;
    emit({ kind: 'serverChanged', server: structuredClone(server.snapshot) });
    return null;
  };
  return {
    'signIn.prepare': () => ({
      page: {
        before: 'https://',
        host: 'login.example.com',
        after: '/authorize',
        warnings: [],
        refused: null,
      },
      issuer: ISSUER,
      tokenHost: null,
      scopes: ['read', 'write'],
      needsClient: false,
    }),
    'signIn.open': ({ serverId }) => show(serverId, { kind: 'signingIn', sinceAt: NOW, issuer: ISSUER }),
    'signIn.cancel': ({ serverId }) => show(serverId, SIGN_IN_NEEDED),
    'signIn.forget': ({ serverId }) => {
      find(serverId).detail.signedIn = null;
      return show(serverId, SIGN_IN_NEEDED);
    },
  };
}

import type { AppEvent, ClientId, ClientSnapshot } from '../../api/generated/contract';
import { coreMessage } from '../../words/message';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import { NOW } from './servers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `client.${string}`>>;

/** A client that waits for the person. */
export const CLIENT: ClientSnapshot = {
  id: 'client1' as ClientId,
  name: 'Claude Code',
  connectsAs: 'Claude Code',
  program: { path: '/usr/bin/node', parent: '/usr/bin/bash' },
  declared: { name: 'claude-code', title: null, version: '2.1.230', protocolVersion: '2025-11-25' },
  status: 'waiting',
  profile: { sources: { kind: 'all' }, hiddenTools: [], prompts: 'offered', resources: 'offered' },
  sessions: 1,
  connectedSince: NOW - 60_000,
  calls: 0,
  createdAt: NOW - 60_000,
  decidedAt: null,
  seenAt: NOW - 60_000,
};

export function clientHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  const find = (id: ClientId): ClientSnapshot =>
    world.clients.find((client) => client.id === id) ?? fail('notFound', coreMessage('knownClient.unknown'));
  const put = (client: ClientSnapshot): ClientSnapshot => {
    world.clients = world.clients.map((each) => (each.id === client.id ? client : each));
    emit({ kind: 'clientsChanged' });
    return client;
  };
  return {
    'client.list': () => world.clients,
    'client.decide': ({ clientId, decision }) => {
      const client = { ...find(clientId), decidedAt: NOW };
      switch (decision.kind) {
        case 'allow':
          return put({ ...client, status: 'allowed', profile: decision.profile });
        case 'refuse':
          return put({ ...client, status: 'refused' });
        case 'pause':
          return put({ ...client, status: 'paused' });
      }
    },
    'client.forget': ({ clientId }) => {
      find(clientId);
      world.clients = world.clients.filter(({ id }) => id !== clientId);
      emit({ kind: 'clientsChanged' });
      return null;
    },
  };
}

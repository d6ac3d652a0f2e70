import { coreMessage } from '../../words/message';
import type { AppEvent, RootFolder, RootId } from '../../api/generated/contract';
import type { Handlers } from './handlers';
import { fail } from './serverHandlers';
import type { World } from './world';

type Mine = Pick<Handlers, Extract<keyof Handlers, `root.${string}`>>;

/** Folders whose path holds "gone" are gone; a path that is not whole is refused. */
export function rootHandlers(world: World, emit: (event: AppEvent) => void): Mine {
  return {
    'root.list': ({ serverId }) => ({
      folders: world.roots
        .filter((folder) => folder.serverId === serverId)
        .map((folder) => ({ folder, state: folder.path.includes('gone') ? 'missing' : 'accessible' })),
      consent: serverId !== null && world.rootsConsents.has(serverId) ? 'always' : 'ask',
    }),
    'root.choose': () => ({ path: '/home/ada/chosen' }),
    'root.add': ({ serverId, path, name }) => {
      if (!path.startsWith('/')) {
        return fail('invalid', coreMessage('folder.refused', { reason: coreMessage('folder.notAbsolute') }), {
          fields: [{ field: 'path', message: coreMessage('folder.notAbsolute') }],
        });
      }
      const folder: RootFolder = {
        id: `root${world.roots.length + 1}` as RootId,
        serverId,
        path,
        name: name === '' ? (path.split('/').at(-1) ?? path) : name,
        uri: `file://${path}`,
      };
      world.roots.push(folder);
      emit({ kind: 'rootsChanged' });
      return folder;
    },
    'root.remove': ({ rootId }) => {
      world.roots = world.roots.filter(({ id }) => id !== rootId);
      emit({ kind: 'rootsChanged' });
      return null;
    },
    'root.setConsent': ({ serverId, consent }) => {
      if (consent === 'always') world.rootsConsents.add(serverId);
      else world.rootsConsents.delete(serverId);
      emit({ kind: 'rootsChanged' });
      return null;
    },
  };
}

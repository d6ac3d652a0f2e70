import type { CallId, CatalogKind, HistoryId, IconKey, ServerId } from './generated/contract';

/** Names of everything in the query cache. Only `queries.ts` and `events.ts` use them. */
export const keys = {
  appInfo: ['app.info'] as const,
  processes: ['processes'] as const,
  servers: ['servers'] as const,
  server: (id: ServerId) => ['server', id] as const,
  catalog: (kind: CatalogKind, id: ServerId | null) => ['catalog', kind, id ?? 'all'] as const,
  catalogAll: (kind: CatalogKind) => ['catalog', kind] as const,
  entry: (kind: CatalogKind, id: ServerId, key: string) => ['catalog', kind, id, 'entry', key] as const,
  tool: (id: ServerId, name: string) => ['tool', id, name] as const,
  toolsOf: (id: ServerId) => ['tool', id] as const,
  read: (id: ServerId, uri: string) => ['read', id, uri] as const,
  history: ['history'] as const,
  historyList: (id: ServerId | null, tool: string | null) =>
    ['history', 'list', id ?? 'all', tool ?? 'all'] as const,
  calls: (id: ServerId | null) => ['history', 'calls', id ?? 'all'] as const,
  historyEntry: (id: HistoryId) => ['history', 'entry', id] as const,
  tasks: ['tasks'] as const,
  asks: ['asks'] as const,
  roots: ['roots'] as const,
  rootList: (id: ServerId | null) => ['roots', id ?? 'all'] as const,
  wireText: (id: ServerId, seq: number) => ['wireText', id, seq] as const,
  icon: (key: IconKey) => ['icon', key] as const,
  keyring: ['keyring'] as const,
  settings: ['settings'] as const,
  call: (id: CallId) => ['call', id] as const,
  importScan: ['importScan'] as const,
  resolvedCommand: (command: string) => ['resolvedCommand', command] as const,
};

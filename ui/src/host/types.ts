import type { AppEvent, Operations } from '../api/generated/contract';

/** The core behind the page. `tauri.ts` reaches the real one, `fake.ts` is one in memory for tests. */
export interface Host {
  /** Runs one operation. Rejects with what the core sent (see `ApiError` in `api/client.ts`). */
  call<K extends keyof Operations>(name: K, params: Operations[K][0]): Promise<Operations[K][1]>;
  /** Follows all events, in order, until the returned function is called. */
  subscribe(onEvent: (event: AppEvent) => void): () => void;
}

import type { Operations } from '../../api/generated/contract';

/** What answers one operation. */
export type Handler<K extends keyof Operations> = (
  params: Operations[K][0],
) => Operations[K][1] | Promise<Operations[K][1]>;

/** One handler for each operation: a stale fake does not compile. */
export type Handlers = { [K in keyof Operations]: Handler<K> };

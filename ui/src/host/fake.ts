import type { AppEvent, Operations } from '../api/generated/contract';
import { agentHandlers } from './fake/agentHandlers';
import { appHandlers } from './fake/appHandlers';
import { approvalHandlers } from './fake/approvalHandlers';
import { bookmarkHandlers } from './fake/bookmarkHandlers';
import { clientHandlers } from './fake/clientHandlers';
import { catalogHandlers } from './fake/catalogHandlers';
import { contentHandlers } from './fake/contents';
import { configHandlers } from './fake/configHandlers';
import { serverHandlers } from './fake/serverHandlers';
import { callHandlers } from './fake/callHandlers';
import { policyHandlers } from './fake/policyHandlers';
import { modelHandlers } from './fake/modelHandlers';
import { pinHandlers } from './fake/pinHandlers';
import { rootHandlers } from './fake/rootHandlers';
import { samplingHandlers } from './fake/samplingHandlers';
import { signInHandlers } from './fake/signInHandlers';
import { webtoolHandlers } from './fake/webtoolHandlers';
import type { Handler, Handlers } from './fake/handlers';
import { createWorld } from './fake/world';
import type { FakeOptions, World } from './fake/world';
import type { Host } from './types';

export type { FakeOptions } from './fake/world';
export { FORM_APPROVAL, TASK } from './fake/world';
export { recordOf, someRecords } from './fake/approvalHandlers';
export { CLIENT, someClients } from './fake/clientHandlers';
export { someRules } from './fake/policyHandlers';
export { promptEntry } from './fake/promptHandlers';
export { CALL_APPROVAL, ROOTS_APPROVAL, SAMPLE_APPROVAL, URL_APPROVAL } from './fake/approvals';

/** A core in memory. */
export interface FakeHost extends Host {
  world: World;
  /** Sends an event to the page. */
  emit(event: AppEvent): void;
  /** Answers one operation differently from now on. */
  on<K extends keyof Operations>(name: K, handler: Handler<K>): void;
  /** What the page called, in order. */
  readonly calls: { name: keyof Operations; params: unknown }[];
}

export function createFakeHost(options: FakeOptions = {}): FakeHost {
  const world = createWorld(options);
  const listeners = new Set<(event: AppEvent) => void>();
  const emit = (event: AppEvent) => {
    for (const listener of listeners) listener(event);
  };
  const handlers: Handlers = {
    ...serverHandlers(world, emit),
    ...configHandlers(world, emit),
    ...catalogHandlers(world, emit),
    ...bookmarkHandlers(world, emit),
    ...contentHandlers,
    ...callHandlers(world, emit),
    ...approvalHandlers(world, emit),
    ...pinHandlers(world, emit),
    ...rootHandlers(world, emit),
    ...policyHandlers(world, emit),
    ...modelHandlers(world, emit),
    ...samplingHandlers(world, emit),
    ...signInHandlers(world, emit),
    ...webtoolHandlers(world, emit),
    ...appHandlers(world, emit),
    ...clientHandlers(world, emit),
    ...agentHandlers(world, emit),
    ...options.on,
  };
  const calls: FakeHost['calls'] = [];
  return {
    world,
    emit,
    calls,
    on: (name, handler) => {
      handlers[name] = handler as Handlers[typeof name];
    },
    call: async (name, params) => {
      calls.push({ name, params });
      // As over a real channel: the answer comes later, and shares nothing with the host.
      await Promise.resolve();
      return structuredClone(await handlers[name](params));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

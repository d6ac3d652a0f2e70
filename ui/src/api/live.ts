import { useSyncExternalStore } from 'react';
import { beginning, TOLD_CHARACTERS } from '../lib/beginning';
import { withNewest } from '../lib/boundedMap';
import { createStore } from '../lib/store';
import type { CallId, CallProgress, SourceId, TestId, TestStep } from './generated/contract';

/** Of so many calls the page knows how far they are. A call that was begun here takes its report with it. */
const CALLS_KEPT = 200;

/** The newest progress report of each running call, the call that was heard of last at the end. */
export const liveProgress = createStore<ReadonlyMap<CallId, CallProgress>>(new Map());

/** Where the program of a draft that is tested waits for a sign-in, as was last heard. Server text. */
export const testSignIn = createStore<{ testId: TestId; url: string } | null>(null);

/** How far the test of a draft is, as was last heard. */
export const testProgress = createStore<{ testId: TestId; steps: TestStep[]; stderr: string[] } | null>(null);

/** A call that this page began and that has not ended. */
export interface RunningCall {
  callId: CallId;
  serverId: SourceId;
  tool: string;
  /** Unix ms. */
  startedAt: number;
}

/** The calls of this page that have not ended, the latest last. */
export const runningCalls = createStore<ReadonlyMap<CallId, RunningCall>>(new Map());

/** Keeps a report in the place of the one before. */
export function keepProgress(report: CallProgress): void {
  const { callId, message } = report;
  const kept = { ...report, message: message === null ? null : beginning(message, TOLD_CHARACTERS) };
  liveProgress.set((all) => withNewest(all, callId, kept, CALLS_KEPT));
}

/** The call has ended. */
export function forgetProgress(callId: CallId): void {
  liveProgress.set(without(callId));
}

/** The call of this page has ended. */
export function forgetRunning(callId: CallId): void {
  runningCalls.set(without(callId));
}

const without =
  (callId: CallId) =>
  <T>(all: ReadonlyMap<CallId, T>): ReadonlyMap<CallId, T> =>
    new Map([...all].filter(([each]) => each !== callId));

/** How far a call is, by the server's last word about it. */
export const useProgress = (callId: CallId): CallProgress | undefined =>
  useSyncExternalStore(liveProgress.subscribe, () => liveProgress.get().get(callId));

import type { QueryClient } from '@tanstack/react-query';
import { call, toApiError, type ApiError } from '../../api/client';
import type {
  ArgumentCheck,
  CallId,
  CallOutcome,
  HistoryId,
  JsonValue,
  RunAs,
  SourceId,
} from '../../api/generated/contract';
import { forgetProgress, forgetRunning, runningCalls } from '../../api/live';
import { followApprovals } from '../../api/queries';
import { holdsUp } from '../../lib/approvals';
import { pointWire } from '../../lib/panels';
import { createStore, useStore } from '../../lib/store';
import type { JsonObject } from '../../lib/json';
import type { Missing } from '../../words/omitted';
import { toolKey } from './drafts';
import { withoutSecrets } from './sentSecrets';

/** One run of a tool that was begun on this page. */
export interface Run {
  callId: CallId;
  serverId: SourceId;
  tool: string;
  /** What was sent; once it has ended, without what the schema marks as secret. */
  arguments: JsonValue;
  /** What was left out of the arguments. */
  missing: readonly Missing[];
  /** When it was begun, by this page's clock, Unix ms. */
  startedAt: number;
  /** How long the person was being asked so far, ms. */
  pausedMs: number;
  /** Since when the person is being asked; `null` = the clock runs. */
  pausedAt: number | null;
  state: RunState;
}

type RunState =
  | { kind: 'running'; cancelling: boolean }
  | { kind: 'ended'; outcome: CallOutcome }
  /** It never became a call: the core refused it. */
  | { kind: 'refused'; error: ApiError };

/** What the result pane of a tool shows. */
export type Shown = { kind: 'run'; callId: CallId } | { kind: 'history'; id: HistoryId };

// Module stores: a running call outlives the page that began it.
const runs = createStore<ReadonlyMap<CallId, Run>>(new Map());
const shown = createStore<ReadonlyMap<string, Shown>>(new Map());

/** Ended runs beyond this many are let go; the history keeps them. */
const KEPT = 50;

/** What kept runs may hold together, bytes. The newest stays however large it is. */
const KEPT_BYTES = 32 * 1024 * 1024;

interface Start {
  serverId: SourceId;
  tool: string;
  /** The input schema of the tool, which marks what is secret. */
  schema: JsonObject;
  arguments: JsonValue;
  check: ArgumentCheck;
  /** How a tool is run that leaves that to the person. */
  runAs: RunAs;
}

/** Runs a tool, and yields whether it became a call. How it ends is found in the store. */
export async function startRun(
  client: QueryClient,
  { serverId, tool, schema, arguments: args, check, runAs }: Start,
): Promise<boolean> {
  const callId = crypto.randomUUID() as CallId;
  const run: Run = {
    callId,
    serverId,
    tool,
    arguments: args,
    missing: [],
    startedAt: Date.now(),
    pausedMs: 0,
    pausedAt: null,
    state: { kind: 'running', cancelling: false },
  };
  runs.set((all) => kept(new Map(all).set(callId, run)));
  runningCalls.set((all) => new Map(all).set(callId, run));
  show(serverId, tool, { kind: 'run', callId });
  pointWire({ serverId, callId });
  const end = (state: RunState) => {
    const { given, missing } = withoutSecrets(schema, args);
    change(callId, { state, arguments: given, missing });
  };
  const stopFollowing = followApprovals(client, (approvals) =>
    pause(
      callId,
      approvals.some((approval) => holdsUp(approval, callId)),
    ),
  );
  try {
    const params = { callId, serverId, name: tool, arguments: args, check, runAs };
    const outcome = await call('tool.call', params);
    end({ kind: 'ended', outcome });
    runs.set(kept);
    return true;
  } catch (cause) {
    end({ kind: 'refused', error: toApiError(cause) });
    return false;
  } finally {
    stopFollowing();
    forgetProgress(callId);
    forgetRunning(callId);
  }
}

/** Stops a run; the server is told. The run ends when the core says so. */
export async function cancelRun(run: Run): Promise<void> {
  if (run.state.kind !== 'running' || run.state.cancelling) return;
  change(run.callId, { state: { kind: 'running', cancelling: true } });
  try {
    await call('tool.cancel', { callId: run.callId });
  } catch {
    // It had ended already, or it will still end by itself: then its own state says so.
    const now = runs.get().get(run.callId);
    if (now?.state.kind === 'running') change(run.callId, { state: { kind: 'running', cancelling: false } });
  }
}

/** Lets the oldest ended runs go until few and small enough are left. */
function kept(all: ReadonlyMap<CallId, Run>): ReadonlyMap<CallId, Run> {
  const left = new Map(all);
  let bytes = [...all.values()].reduce((sum, run) => sum + bytesOf(run), 0);
  for (const run of [...all.values()].slice(0, -1)) {
    if (left.size <= KEPT && bytes <= KEPT_BYTES) break;
    if (run.state.kind === 'running') continue;
    left.delete(run.callId);
    bytes -= bytesOf(run);
  }
  return left;
}

/** About what an ended run holds: what came back stands in it as blocks and as JSON. */
function bytesOf({ state }: Run): number {
  return state.kind === 'ended' && state.outcome.ending.kind === 'result'
    ? 2 * state.outcome.ending.sizeBytes
    : 0;
}

function change(callId: CallId, part: Partial<Run>): void {
  runs.set((all) => {
    const run = all.get(callId);
    return run === undefined ? all : new Map(all).set(callId, { ...run, ...part });
  });
}

function pause(callId: CallId, asked: boolean): void {
  const run = runs.get().get(callId);
  if (run === undefined || asked === (run.pausedAt !== null)) return;
  const now = Date.now();
  if (asked) change(callId, { pausedAt: now });
  else change(callId, { pausedAt: null, pausedMs: run.pausedMs + now - (run.pausedAt ?? now) });
}

/** How long a run has been going, without the time the person was being asked. */
export function elapsedMs(run: Run, now: number): number {
  return Math.max(0, (run.pausedAt ?? now) - run.startedAt - run.pausedMs);
}

/** Chooses what the result pane of a tool shows. */
export function show(serverId: SourceId, tool: string, what: Shown): void {
  shown.set((all) => new Map(all).set(toolKey(serverId, tool), what));
}

export function useShown(serverId: SourceId, tool: string): Shown | null {
  return useStore(shown).get(toolKey(serverId, tool)) ?? null;
}

export function useRun(callId: CallId | null): Run | null {
  const all = useStore(runs);
  return callId === null ? null : (all.get(callId) ?? null);
}

/** The running tools of each state of the runs. */
const running = new WeakMap<ReadonlyMap<CallId, Run>, ReadonlySet<string>>();

/** The tools that are running now, by `toolKey`. */
export function useRunningTools(): ReadonlySet<string> {
  const all = useStore(runs);
  let keys = running.get(all);
  if (keys === undefined) {
    const going = [...all.values()].filter(({ state }) => state.kind === 'running');
    running.set(all, (keys = new Set(going.map(({ serverId, tool }) => toolKey(serverId, tool)))));
  }
  return keys;
}

import type { CallEnding, CallOutcome } from '../api/generated/contract';

/** The page of a tool. */
export const toolPage = (tool: string, server = 'demo') =>
  `/tools?server=${encodeURIComponent(JSON.stringify(server))}&item=${encodeURIComponent(JSON.stringify(tool))}`;

/** The outcome of a call that ended so. */
export const ended = (ending: CallEnding): CallOutcome => ({
  callId: 'c' as CallOutcome['callId'],
  historyId: null,
  startedAt: 0,
  durationMs: 412,
  ending,
});

/** A result of a tool: an empty one, but for what is given. */
export const returned = (more: Partial<Extract<CallEnding, { kind: 'result' }>>): CallEnding => ({
  kind: 'result',
  isError: false,
  notes: [],
  content: [],
  structured: null,
  verdict: { kind: 'notDeclared' },
  raw: {},
  sizeBytes: 96,
  ...more,
});

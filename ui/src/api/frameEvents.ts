import type { AppEvent } from './generated/contract';

/** What waits for a frame is handed on earlier if it is so much: a hidden window draws none. */
const MOST_WAITING = 500;

/** What of an event is new; `null` = each of its kind counts. A server may send any number of the others. */
function keyOf(event: AppEvent): string | null {
  switch (event.kind) {
    case 'resourceUpdated':
      return `${event.kind} ${event.serverId} ${event.uri}`;
    case 'serverRepaired':
      return `${event.kind} ${event.serverId}`;
    case 'approvalRecordsChanged':
      return event.kind;
    default:
      return null;
  }
}

/** Hands events on: those a server may send without end once a frame and only once, all others at once. */
export function oncePerFrame(apply: (event: AppEvent) => void): {
  hear: (event: AppEvent) => void;
  stop: () => void;
} {
  const waiting = new Map<string, AppEvent>();
  let frame: number | null = null;
  const stop = (): void => {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    waiting.clear();
  };
  const flush = (): void => {
    const events = [...waiting.values()];
    stop();
    events.forEach(apply);
  };
  const hear = (event: AppEvent): void => {
    const key = keyOf(event);
    if (key === null) {
      // What is over or known anew is not followed by what was said before.
      if (event.kind === 'serverRemoved' || event.kind === 'resync') flush();
      return apply(event);
    }
    waiting.set(key, event);
    if (waiting.size >= MOST_WAITING) return flush();
    frame ??= requestAnimationFrame(flush);
  };
  return { hear, stop };
}

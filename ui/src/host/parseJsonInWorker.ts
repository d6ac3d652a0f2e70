import type { Parsed, ToParse } from './parseJson.worker';

/** How long a frame takes. */
const FRAME_MS = 17;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: unknown) => void }>();

/** Parses JSON of many megabytes outside the main thread: there, the window would answer nobody meanwhile. */
export function parseJsonInWorker(json: ArrayBuffer): Promise<unknown> {
  worker ??= startWorker();
  lastId += 1;
  const toParse: ToParse = { id: lastId, json };
  const parsed = new Promise<unknown>((resolve, reject) => waiting.set(toParse.id, { resolve, reject }));
  worker.postMessage(toParse, [json]);
  return parsed;
}

function startWorker(): Worker {
  const started = new Worker(new URL('parseJson.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data: { id, value } }: MessageEvent<Parsed>) => {
    const parsed = waiting.get(id);
    waiting.delete(id);
    // Taking the value over has held up the main thread; a frame is drawn before the value is, which takes time, too.
    setTimeout(() => parsed?.resolve(value), FRAME_MS);
  });
  started.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
    started.terminate();
    worker = undefined;
  });
  return started;
}

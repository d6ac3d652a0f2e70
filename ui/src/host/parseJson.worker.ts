// The worker of parseJsonInWorker.ts: it parses JSON outside the main thread.

/** JSON in UTF-8, to be parsed. */
export interface ToParse {
  id: number;
  json: ArrayBuffer;
}

/** What was parsed. */
export interface Parsed {
  id: number;
  value: unknown;
}

addEventListener('message', ({ data: { id, json } }: MessageEvent<ToParse>) => {
  const parsed: Parsed = { id, value: JSON.parse(new TextDecoder().decode(json)) };
  postMessage(parsed);
});

type Forget = (sourceId: string) => void;

const forgetters: Forget[] = [];

/** Has what is kept for a server or webtool forgotten when it is removed. */
export function onSourceGone(forget: Forget): void {
  forgetters.push(forget);
}

/** A server or webtool was removed. */
export function sourceGone(sourceId: string): void {
  for (const forget of forgetters) forget(sourceId);
}

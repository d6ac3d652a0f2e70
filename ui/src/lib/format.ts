import type { Origin } from '../api/generated/contract';

/** Bytes as a short size: `312 B`, `6.2 kB`. Decimal units, as on disk. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 99.5 ? Number(value.toFixed(1)) : Math.round(value)} ${units[unit] ?? ''}`;
}

/** A duration: `412 ms`, `1.6 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const rest = seconds % 60;
  return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`;
}

/** For how long something has been running, in its two largest units: `48 s`, `3 min`, `2 h 5 min`, `4 d 3 h`. */
export function formatUptime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.floor(ms / 1_000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A share of one processor: `0 %`, `0.4 %`, `132 %`. */
export function formatShare(percent: number): string {
  return `${percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent)} %`;
}

/** A time of day with milliseconds, as in a log: `14:31:52.104`. */
export function formatClock(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

/** A moment in the person's own form: the time today, else date and time. */
export function formatMoment(at: number, now: number = Date.now()): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })}, ${time}`;
}

/** `1 tool`, `4 tools`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** Where a server comes from, in one line. */
export function originText(origin: Origin): string {
  return origin.kind === 'builtIn' ? 'built in' : origin.text;
}

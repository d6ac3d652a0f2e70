import type { Origin } from '../api/generated/contract';
import { locale, t } from '../words/translate';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** A number in the person's locale. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale(), options).format(value);

/** A share in percent: `110 %` in the person's locale. */
export const formatPercent = (percent: number): string => formatNumber(percent / 100, { style: 'percent' });

/** The separators of numbers in the person's locale, for fields that take a number. */
export function separators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(locale(), { useGrouping: true }).formatToParts(10_000.5);
  const of = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { thousandSeparator: of('group'), decimalSeparator: of('decimal') };
}

/** Bytes as a short size: `312 B`, `6.2 kB`. Decimal units, as on disk. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t('common.unit.bytes', { value: formatNumber(bytes) });
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return formatNumber(value, {
    style: 'unit',
    unit: UNITS[unit] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 99.5 ? 1 : 0,
  });
}

/** A duration: `412 ms`, `1.6 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return t('common.unit.ms', { value: formatNumber(Math.round(ms)) });
  if (ms < 60_000)
    return t('common.unit.seconds', {
      value: formatNumber(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    });
  const rounded = Math.round(ms / 1_000);
  const minutes = formatNumber(Math.floor(rounded / 60));
  const seconds = rounded % 60;
  return seconds === 0
    ? t('common.unit.minutes', { minutes })
    : t('common.unit.minutesSeconds', { minutes, seconds: formatNumber(seconds) });
}

/** For how long something has been running, in its two largest units: `48 s`, `3 min`, `2 h 5 min`, `4 d 3 h`. */
export function formatUptime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return t('common.unit.seconds', { value: formatNumber(Math.floor(ms / 1_000)) });
  if (minutes < 60) return t('common.unit.minutes', { minutes: formatNumber(minutes) });
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? t('common.unit.hoursMinutes', { hours: formatNumber(hours), minutes: formatNumber(minutes % 60) })
    : t('common.unit.daysHours', {
        days: formatNumber(Math.floor(hours / 24)),
        hours: formatNumber(hours % 24),
      });
}

/** A share of one processor: `0%`, `0.4%`, `132%`. */
export const formatShare = (percent: number): string =>
  formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: percent < 9.95 ? 1 : 0 });

const two = (value: number): string => String(value).padStart(2, '0');

/** How far a sound was played: `1:05`. */
export const formatPosition = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${two(Math.floor(seconds % 60))}`;

/** A time of day to the minute: `14:31`. Everywhere it is of 24 hours, as in a log. */
const formatMinute = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** A time of day with its second, for what happens several times within a minute: `14:31:52`. */
export function formatTime(at: number): string {
  const date = new Date(at);
  return `${formatMinute(date)}:${two(date.getSeconds())}`;
}

/** A time of day with milliseconds, as in a log: `14:31:52.104`. */
export const formatClock = (at: number): string =>
  `${formatTime(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;

/** A moment: the time today, else date and time. */
export const formatMoment = (at: number, now: number = Date.now()): string =>
  momentWith(formatMinute(new Date(at)), at, now);

/** A moment with its second. */
export const formatExactMoment = (at: number, now: number = Date.now()): string =>
  momentWith(formatTime(at), at, now);

function momentWith(time: string, at: number, now: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return t('common.unit.dateTime', {
    date: date.toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' }),
    time,
  });
}

/** A day of a year that is known: `3 Nov`. */
export const formatDay = (at: number): string =>
  new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short' });

/** Several names as a sentence has them: `a, b and c`, or `a, b or c`. */
export const formatList = (
  names: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(locale(), { type }).format(names);

/** Where a server comes from, in one line. */
export function originText(origin: Origin): string {
  return origin.kind === 'builtIn' ? t('shared.builtIn') : origin.text;
}

/** A limit of time, in whole seconds where it is one. */
export function formatTimeout(ms: number): string {
  return ms % 1_000 === 0 && ms < 60_000
    ? t('common.unit.seconds', { value: formatNumber(ms / 1_000) })
    : formatDuration(ms);
}

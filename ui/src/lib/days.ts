import { locale, t } from '../words/translate';

/** A day as a heading: `Today`, `Yesterday`, `20 November 2026`. */
function dayName(at: number, now: number): string {
  const day = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day.toDateString() === new Date(now).toDateString()) return t('common.today');
  if (day.toDateString() === yesterday.toDateString()) return t('shared.yesterday');
  return day.toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** When the day began, Unix ms. */
export function startOfDay(at: number): number {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

interface Day<T> {
  key: string;
  label: string;
  header: string;
  items: T[];
}

/** Groups rows, newest first, into a section for each day. */
export function byDay<T>(rows: readonly T[], at: (row: T) => number, now: number): Day<T>[] {
  const days: Day<T>[] = [];
  for (const row of rows) {
    const key = new Date(at(row)).toDateString();
    const last = days.at(-1);
    const label = dayName(at(row), now);
    if (last?.key === key) last.items.push(row);
    else days.push({ key, label, header: label, items: [row] });
  }
  return days;
}

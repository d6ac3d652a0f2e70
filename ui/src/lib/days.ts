import { locale, t } from '../words/translate';

/** A day as a heading: `Today`, `Yesterday`, `20 November 2026`. */
export function dayName(at: number, now: number): string {
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

/** This moment as RFC 3339 with the offset of this machine, or a part of it. */
export function zonedNow(part: 'date' | 'time' | 'date-time', now = new Date()): string {
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString();
  const [date = '', time = ''] = local.slice(0, 19).split('T');
  if (part === 'date') return date;
  const zoned = `${time}${zoneText(offset)}`;
  return part === 'time' ? zoned : `${date}T${zoned}`;
}

function zoneText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The day a text begins with, if it is one. */
export function dayOf(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** A date and time with another day; the time that was there stays, else it is midnight here. */
export function withDay(text: string, day: string): string {
  const time = /^\d{4}-\d{2}-\d{2}[T ](.+)$/.exec(text)?.[1];
  return `${day}T${time ?? `00:00:00${zoneText(-new Date(`${day}T00:00:00`).getTimezoneOffset())}`}`;
}

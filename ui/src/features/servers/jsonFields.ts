/** The line of a field the core refused, counted from 1; `null` = it stands nowhere in the text. */
export function lineOfField(text: string, field: string): number | null {
  const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?/.exec(field) ?? [];
  const inner = field.slice(name.length + 1);
  const lines = text.split('\n');
  const at = (key: string, from: number): number =>
    lines.findIndex((line, position) => position >= from && line.includes(`${JSON.stringify(key)}:`));
  const start = at(name, 0);
  if (start < 0) return null;
  if (index !== undefined)
    return lines.length > start + Number(index) + 1 ? start + Number(index) + 2 : start + 1;
  const within = inner === '' ? -1 : at(inner, start);
  return (within < 0 ? start : within) + 1;
}

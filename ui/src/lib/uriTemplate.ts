/** How one kind of expression joins and escapes its values (RFC 6570, appendix A). */
interface Operator {
  first: string;
  separator: string;
  named: boolean;
  /** What stands after a name without a value. */
  ifEmpty: string;
  reserved: boolean;
}

const PLAIN: Operator = { first: '', separator: ',', named: false, ifEmpty: '', reserved: false };
const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': { ...PLAIN, reserved: true },
  '#': { ...PLAIN, first: '#', reserved: true },
  '.': { ...PLAIN, first: '.', separator: '.' },
  '/': { ...PLAIN, first: '/', separator: '/' },
  ';': { ...PLAIN, first: ';', separator: ';', named: true },
  '?': { ...PLAIN, first: '?', separator: '&', named: true, ifEmpty: '=' },
  '&': { ...PLAIN, first: '&', separator: '&', named: true, ifEmpty: '=' },
};

/** A piece of an expanded template: what the template says, what was filled in, or an expression with nothing filled in. */
export interface ExpandedPart {
  kind: 'literal' | 'filled' | 'open';
  text: string;
}

/**
 * Expands a URI template with text values, for a preview while somebody types. Expressions without any value stay as they
 * are written. The core expands again before it reads: this is only for the eye.
 */
export function previewUri(template: string, variables: Readonly<Record<string, string>>): ExpandedPart[] {
  const parts: ExpandedPart[] = [];
  let from = 0;
  for (const match of template.matchAll(/\{([+#./;?&]?)([^{}]+)\}/g)) {
    if (match.index > from) parts.push({ kind: 'literal', text: template.slice(from, match.index) });
    const text = expression(OPERATORS[match[1] ?? ''] ?? PLAIN, match[2] ?? '', variables);
    parts.push(text === null ? { kind: 'open', text: match[0] } : { kind: 'filled', text });
    from = match.index + match[0].length;
  }
  if (from < template.length) parts.push({ kind: 'literal', text: template.slice(from) });
  return parts;
}

/**
 * The variables without which the URI has a hole: those of simple and reserved expansion. The other operators write
 * nothing at all for a variable that is not there (RFC 6570, section 3.2.1), so it may be left out.
 */
export function neededVariables(template: string): ReadonlySet<string> {
  const names = [...template.matchAll(/\{(\+?)([^{}+#./;?&][^{}]*)\}/g)].flatMap(([, , list = '']) =>
    list.split(','),
  );
  return new Set(names.map((spec) => spec.replace(/(?::\d+|\*)$/, '')));
}

function expression(
  operator: Operator,
  list: string,
  variables: Readonly<Record<string, string>>,
): string | null {
  const values = list.split(',').flatMap((spec) => {
    const [, name = '', cut] = /^(.*?)(?::(\d+)|\*)?$/.exec(spec) ?? [];
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined || value === '') return [];
    const kept = cut === undefined ? value : Array.from(value).slice(0, Number(cut)).join('');
    const text = operator.reserved ? escapeReserved(kept) : escapeAll(kept);
    if (!operator.named) return [text];
    return [text === '' ? `${name}${operator.ifEmpty}` : `${name}=${text}`];
  });
  return values.length === 0 ? null : operator.first + values.join(operator.separator);
}

function escapeAll(text: string): string {
  return escape(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function escapeReserved(text: string): string {
  return text
    .split(/(%[0-9a-fA-F]{2})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : escape(part).replace(/%(3A|2F|3F|23|5B|5D|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent),
    )
    .join('');
}

/** Half a character pair cannot be encoded; it is shown as the replacement character. */
function escape(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

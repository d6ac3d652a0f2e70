import type { Message, Param } from '../api/generated/contract';
import { formatBytes, formatDuration, formatList, formatMoment } from '../lib/format';
import { t } from './translate';

/** The text of a message of the core. Parameters may hold foreign text: draw it with `VisibleText`. */
export function messageText({ code, params }: Message): string {
  const values = Object.entries(params).map(([name, param]) => [name, paramValue(param)]);
  // A code is a key below `core`; a test compares the codes in Rust with the catalogue.
  return t(`core.${code}` as 'core.verbatim', Object.fromEntries(values) as { text: string });
}

/** A number stays one, because it may decide a plural. */
function paramValue(param: Param): string | number {
  switch (param.kind) {
    case 'text':
      return param.text;
    case 'number':
      return param.value;
    case 'bytes':
      return formatBytes(param.bytes);
    case 'duration':
      return formatDuration(param.ms);
    case 'moment':
      return formatMoment(param.at);
    case 'message':
      return messageText(param.message);
    case 'list':
      return formatList(param.items.map((item) => String(paramValue(item))));
  }
}

/** A message by its code and parameters, for the host in memory and for tests. */
export function coreMessage(code: string, values: Record<string, string | number | Message> = {}): Message {
  const params = Object.entries(values).map(([name, value]) => [name, toParam(value)]);
  return { code, params: Object.fromEntries(params) };
}

function toParam(value: string | number | Message): Param {
  if (typeof value === 'string') return { kind: 'text', text: value };
  return typeof value === 'number' ? { kind: 'number', value } : { kind: 'message', message: value };
}

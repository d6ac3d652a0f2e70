import { formatList } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import type { Fault, Shown } from './faults';

/** The sentence about a fault: the name of its field, then the fault. */
export function faultSentence(field: string, fault: Fault): string {
  return t('form.fault.sentence', { field: visibleString(field), fault: faultText(fault) });
}

/** The words for a fault, as they follow the name of its field: `is required`. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'core':
      return visibleString(fault.message);
    case 'requiredBy':
      return t('form.fault.requiredBy', { member: visibleString(fault.member) });
    case 'notJson': {
      const { problem, line, column } = fault;
      return t('form.fault.notJson', { problem, line, column });
    }
    case 'type':
      return t('form.fault.type', {
        types: formatList(fault.types.map(typeText), 'disjunction'),
        value: shownText(fault.value),
      });
    case 'choice':
      return t('form.fault.choice', {
        choices: t('form.fault.choices', {
          choices: fault.choices.map(shownText).join(', '),
          more: fault.more,
        }),
        value: shownText(fault.value),
      });
    case 'constant':
      return t('form.fault.constant', {
        expected: shownText(fault.expected),
        value: shownText(fault.value),
      });
    case 'format':
      return t('form.fault.format', { format: formatText(fault.format) });
    case 'pattern':
      return t('form.fault.pattern', { pattern: visibleString(fault.pattern) });
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return t(`form.fault.${fault.kind}`, { limit: fault.limit });
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return t(`form.fault.${fault.kind}`, { limit: fault.limit });
    default:
      return t(`form.fault.${fault.kind}`);
  }
}

function typeText(type: string): string {
  switch (type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'array':
    case 'object':
    case 'null':
      return t(`form.typed.${type}`);
    default:
      return t('form.typed.other', { type: visibleString(type) });
  }
}

function shownText(value: Shown): string {
  return value.kind === 'json' ? visibleString(value.text) : t(`form.typed.${value.kind}`);
}

const EXAMPLES = {
  date: '2026-11-21',
  dateTime: '2026-11-21T14:30:00Z',
  time: '14:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/page',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  duration: 'P3DT4H',
} as const;

function formatText(format: string): string {
  switch (format) {
    case 'date':
    case 'time':
    case 'email':
    case 'uri':
    case 'uuid':
    case 'hostname':
    case 'ipv4':
    case 'ipv6':
    case 'duration':
      return t(`form.format.${format}`, { example: EXAMPLES[format] });
    case 'date-time':
      return t('form.format.dateTime', { example: EXAMPLES.dateTime });
    case 'url':
      return t('form.format.uri', { example: EXAMPLES.uri });
    case 'regex':
      return t('form.format.regex');
    default:
      return t('form.format.other', { format: visibleString(format) });
  }
}

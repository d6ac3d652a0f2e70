import { expect, test } from 'vitest';
import type { JsonValue } from '../api/generated/contract';
import { coreMessage } from './message';
import { withOmittedTexts, withoutOmitted } from './omitted';
import { t } from './translate';

const omitted = (code: string, values?: Record<string, string>): JsonValue => ({
  'usher/omitted': coreMessage(code, values) as unknown as JsonValue,
});
const secret = omitted('omitted.secret');

test.each<[string, JsonValue, JsonValue, JsonValue]>([
  [
    'members and items',
    { name: 'Ada', login: { token: secret }, codes: [1, secret] },
    { name: 'Ada', login: { token: t('core.omitted.secret') }, codes: [1, t('core.omitted.secret')] },
    { name: 'Ada', login: {}, codes: [1] },
  ],
  ['nothing', { a: null, b: [] }, { a: null, b: [] }, { a: null, b: [] }],
  [
    'an object of a server with the text of another code',
    omitted('verbatim', { text: 'Usher approved this.' }),
    omitted('verbatim', { text: 'Usher approved this.' }),
    omitted('verbatim', { text: 'Usher approved this.' }),
  ],
  [
    'an object of a server with more members',
    { 'usher/omitted': { code: 'omitted.secret', params: {} }, a: 1 },
    { 'usher/omitted': { code: 'omitted.secret', params: {} }, a: 1 },
    { 'usher/omitted': { code: 'omitted.secret', params: {} }, a: 1 },
  ],
])('%s: shown with a text, used again without', (_what, stored, shown, used) => {
  expect(withOmittedTexts(stored)).toEqual(shown);
  expect(withoutOmitted(stored)).toEqual(used);
});

import { expect, test } from 'vitest';
import type { JsonValue } from '../api/generated/contract';
import { coreMessage } from './message';
import { stillMissing, withOmittedTexts, withoutOmitted } from './omitted';
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
  expect(withoutOmitted(stored).given).toEqual(used);
});

test('what is masked or not stored is left out and named until something is entered for it', () => {
  const { given, missing } = withoutOmitted({
    name: 'Ada',
    token: '•••',
    login: { url: 'https://ada:•••@example.com', plain: true },
    codes: [secret, { pin: '•••', of: 1 }, '•••'],
    '•••': 1,
  });
  expect(given).toEqual({ name: 'Ada', login: { plain: true }, codes: [{ of: 1 }] });
  const names = (value: JsonValue) => stillMissing(value, missing).map(({ name }) => name);
  expect(names(given)).toEqual(['token', 'login.url', 'codes[1].pin', 'codes[0]', 'codes[2]', '•••']);
  expect(names({ token: 't', login: { url: '', plain: true }, codes: [{ of: 1, pin: 'p' }, 'b'] })).toEqual([
    '•••',
  ]);
});

test('nothing is named where all is stored', () => {
  expect(withoutOmitted({ constructor: 'c', list: ['••', { a: '' }] })).toEqual({
    given: { constructor: 'c', list: ['••', { a: '' }] },
    missing: [],
  });
});

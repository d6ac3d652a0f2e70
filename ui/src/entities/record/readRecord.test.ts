import { describe, expect, it } from 'vitest';
import type { ApprovalKind, ApprovalRecord, JsonValue } from '../../api/generated/contract';
import { someRecords } from '../../host/fake';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';
import { changesOf, isOwnResponse, sentOf } from './readRecord';
import { shownOf } from './readShown';

function record(approvalKind: ApprovalKind, parts: Partial<ApprovalRecord>): ApprovalRecord {
  const [base] = someRecords();
  if (base === undefined) throw new Error('no record');
  return { ...base, changed: null, sent: null, ...parts, head: { ...base.head, approvalKind } };
}

const OMITTED: JsonValue = { 'usher/omitted': { code: 'omitted.whole', params: {} } };
const lines = (all: JsonValue) => ({ kind: 'lines', lines: all });
const textBlock = (text: string): JsonValue => ({ type: 'text', text });
const FORM: JsonValue = { requestedSchema: { properties: { count: { title: 'Parcels', default: 1 } } } };
const RUN: JsonValue = {
  model: 'm',
  provider: 'p',
  at: 0,
  changed: { systemPrompt: { from: 'a', to: 'b' } },
};

describe('what the person changed', () => {
  it.each<[what: string, record: ApprovalRecord, changes: ReturnType<typeof changesOf>]>([
    [
      'a value of a form, by its title',
      record('form', { shown: FORM, changed: { count: { from: 1, to: 3 } } }),
      [{ what: 'Parcels', from: 1, to: 3 }],
    ],
    ['nothing, which is not spoken of', record('form', { shown: FORM }), []],
    [
      'arguments, each that differs',
      record('toolCall', {
        changed: { arguments: { from: { a: 1, b: 2, c: 3 }, to: { a: 1, b: 4, d: 5 } } },
      }),
      [
        { what: 'b', from: 2, to: 4 },
        { what: 'c', from: 3, to: undefined },
        { what: 'd', from: undefined, to: 5 },
      ],
    ],
    [
      'a request to a model that was run, though the response was declined',
      record('sample', { sent: { toModels: [RUN] } }),
      [{ what: t('sampling.request.system'), from: 'a', to: 'b' }],
    ],
    [
      'the response of a model',
      record('sample', {
        changed: {
          answer: {
            from: { content: [textBlock('was')], stopReason: 'endTurn' },
            to: { content: [textBlock('is')], stopReason: 'endTurn' },
          },
        },
        sent: { toModels: [], toServer: { content: textBlock('is'), model: 'm' } },
      }),
      [{ what: t('records.value.response'), from: 'was', to: 'is' }],
    ],
    [
      'the response of a model, for one of their own',
      record('sample', {
        changed: { answer: { from: [textBlock('was')], author: 'person' } },
        sent: { toModels: [], toServer: { content: textBlock('mine'), model: 'written by a person' } },
      }),
      [{ what: t('records.value.response'), from: 'was', to: 'mine' }],
    ],
    ['what has another form than today', record('toolCall', { changed: ['a'] }), null],
  ])('%s', (_what, given, changes) => {
    expect(changesOf(given)).toEqual(changes);
  });
});

it.each<[what: string, parts: Partial<ApprovalRecord>, own: boolean]>([
  ['by hand at once', { sent: { toModels: [], toServer: { model: 'written by a person' } } }, true],
  ['in the place of a model’s', { changed: { answer: { from: [], author: 'person' } } }, true],
  ['by a model', { sent: { toModels: [], toServer: { model: 'm' } } }, false],
])('a response written %s', (_what, parts, own) => {
  expect(isOwnResponse(record('sample', parts))).toBe(own);
});

it('a response of a client is not the person’s, whatever it says', () => {
  const given = record('sample', { sent: { toModels: [], toServer: { model: 'written by a person' } } });
  const head = { ...given.head, reason: coreMessage('ended.answeredByClient', { client: 'Codex' }) };
  expect(isOwnResponse({ ...given, head })).toBe(false);
});

describe('a record has no raw names', () => {
  it.each<[what: string, read: (record: ApprovalRecord) => unknown, record: ApprovalRecord, part: unknown]>([
    [
      'for the values of a form',
      sentOf,
      record('form', { shown: FORM, sent: { count: 3 } }),
      { kind: 'values', schema: Object(FORM).requestedSchema, values: { count: 3 } },
    ],
    [
      'for roots',
      sentOf,
      record('roots', { sent: { roots: [{ uri: 'file:///a', name: 'A' }] } }),
      lines([{ what: 'A', value: 'file:///a' }]),
    ],
    [
      'for an error of a client',
      sentOf,
      record('sample', { sent: { error: 'no' } }),
      lines([{ what: t('records.value.error'), value: 'no' }]),
    ],
    [
      'for a sign-in',
      shownOf,
      record('signIn', { shown: { issuer: 'https://id.example', rights: ['read'] } }),
      lines([
        { what: t('records.value.issuer'), value: 'https://id.example' },
        { what: t('records.value.rights'), value: ['read'] },
      ]),
    ],
    [
      'for a definition',
      shownOf,
      record('definition', { shown: { items: [{ kind: 'tool', name: 'read', state: 'gone' }] } }),
      lines([{ what: 'read, tool definition', value: t('records.state.gone') }]),
    ],
  ])('%s', (_what, read, given, part) => {
    expect(read(given)).toEqual(part);
  });
});

describe('a record without a form of today is shown as it is stored', () => {
  it.each<[ApprovalKind, JsonValue]>([
    ['form', { message: 'Fill in', requestedSchema: 'none' }],
    ['form', OMITTED],
    ['url', { message: 'no address' }],
    ['link', []],
    ['roots', { folders: [] }],
    ['toolCall', { tool: 'read' }],
    ['sample', { messages: 'none' }],
    ['other', { method: 'ping', params: {} }],
    ['client', 'a name'],
    ['launch', ['npx']],
  ])('%s: %j', (kind, shown) => {
    expect(shownOf(record(kind, { shown }))).toEqual({ kind: 'json', value: shown });
  });
});

it('a request that nobody saw is read as one that was shown', () => {
  const params = { messages: [{ role: 'user', content: textBlock('Hi') }] };
  const given = record('sample', { shown: { method: 'sampling/createMessage', params } });
  const head = { ...given.head, ending: 'refused' as const };
  expect(shownOf({ ...given, head })).toEqual({ kind: 'sample', params });
});

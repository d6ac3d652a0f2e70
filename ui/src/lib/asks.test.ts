import { expect, it } from 'vitest';
import type { Ask } from '../api/generated/contract';
import { ASK, ASK_CALL, ASK_ROOTS, ASK_SAMPLE, ASK_URL } from '../host/fake';
import { askSentence } from './asks';

const LINK: Ask['question'] = {
  kind: 'link',
  address: ASK_URL.question.address,
  place: { kind: 'website' },
};

it.each<[Ask['question'], string]>([
  [ASK.question, 'asks you to fill in a form'],
  [ASK_URL.question, 'asks you to open a page'],
  [{ ...ASK_URL.question, callFailed: true }, 'needs you to open a page first'],
  [ASK_SAMPLE.question, 'asks to use a model'],
  [ASK_CALL.question, 'needs your yes for a tool call'],
  [ASK_ROOTS.question, 'asks which folders it may know of'],
  [LINK, 'sent an address you want to open'],
])('every kind of question says what it asks for: $1', (question, expected) => {
  expect(askSentence({ question })).toBe(expected);
});

import { expect, it } from 'vitest';
import { rawProblem } from './sampleDrafts';
import type { SampleDraft } from './sampleDrafts';
import { t } from '../../../words/translate';

const draft = (raw: string | null): SampleDraft => ({
  params: {},
  view: 'json',
  raw,
  version: 0,
  model: null,
  budget: null,
  step: 'follow',
  hand: { blocks: [], stopReason: 'endTurn' },
  edited: null,
});

it.each([
  [null, null],
  ['{"maxTokens": 90}', null],
  ['[]', t('sampling.view.notObject')],
  ['{"maxTokens": ', t('shared.json.endsEarly')],
])('what stands in the JSON view is a request or it is said why not: %s', (raw, expected) => {
  expect(rawProblem(draft(raw))?.message ?? null).toBe(expected);
});

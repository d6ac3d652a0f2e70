import { expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/json';
import { t } from '../../../words/translate';
import { hintOf } from '../hints';
import { shapeOf } from '../shape';

it.each<[pattern: JsonObject, hint: string]>([
  [{}, 'string'],
  [{ pattern: '^(a+)+$' }, 'string'],
  [{ pattern: '^(?!a)' }, `string, ${t('form.hint.patternUnchecked')}`],
  [{ pattern: 'no (pattern' }, `string, ${t('form.hint.patternUnchecked')}`],
])('a text says so where its pattern is not checked: %j', (pattern, hint) => {
  const schema = { type: 'string', ...pattern };
  expect(hintOf(shapeOf(schema, schema), undefined, schema)).toBe(hint);
});

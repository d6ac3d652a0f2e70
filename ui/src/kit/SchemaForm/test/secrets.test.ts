import { expect, test } from 'vitest';
import marked from '../../../../../crates/usher-content/src/argument_marks/marked.json';
import type { JsonObject, JsonValue } from '../../../lib/json';
import { omittedSecret } from '../../../words/omitted';
import { replaceSecrets } from '../secrets';

const kept = (schema: JsonObject, value: JsonValue) => replaceSecrets(value, schema, omittedSecret);

test.each(marked.cases as unknown as { field: JsonValue; given: JsonValue; kept: JsonValue }[])(
  'what the core keeps nowhere is taken out here: $field',
  ({ field, given, kept: without }) => {
    const schema = { properties: { field, plain: { type: 'string' } }, $defs: marked.$defs };
    expect(kept(schema as unknown as JsonObject, { field: given, plain: 'a' })).toEqual({
      field: without,
      plain: 'a',
    });
  },
);

test('arguments that are marked as a whole keep their names', () => {
  expect(kept({ writeOnly: true }, { w: 's', u: null })).toEqual({ w: omittedSecret(), u: null });
});

test('a schema that takes too many steps marks every text, and soon', () => {
  const next = (level: number) => ({ properties: { x: { $ref: `#/$defs/d${level}` } } });
  const $defs: JsonObject = { d60: { format: 'password' } };
  for (let level = 0; level < 60; level += 1)
    $defs[`d${level}`] = { anyOf: [next(level + 1), next(level + 1), next(level + 1)] };
  const nested = (text: JsonValue) => Array.from({ length: 60 }).reduce<JsonValue>((x) => ({ x }), text);
  expect(kept({ $ref: '#/$defs/d0', $defs }, nested('s'))).toEqual(nested(omittedSecret()));
});

test('a schema whose references may mean too much marks every text', () => {
  const linked = Array.from({ length: 2_000 }, (_, number) => ({
    $id: `i${number}`,
    $anchor: 'a',
    $ref: '#a',
  }));
  const schema = { properties: { x: { anyOf: linked }, n: { type: 'integer' } } };
  expect(kept(schema, { x: 'pw', n: 1 })).toEqual({ x: omittedSecret(), n: 1 });
});

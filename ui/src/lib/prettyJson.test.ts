import { describe, expect, it } from 'vitest';
import { prettyJson } from './prettyJson';

const check = (name: string, text: string, expected: string): void => {
  it(name, () => expect(prettyJson(text)).toBe(expected));
};

describe('prettyJson', () => {
  for (const value of [{ a: [1, { b: 'x, {y}: "z"' }, []], c: {}, d: null }, [], [[1], [true]]]) {
    check(
      `lays out as JSON.stringify does: ${JSON.stringify(value)}`,
      JSON.stringify(value),
      JSON.stringify(value, null, 2),
    );
  }
  check(
    'keeps numbers and escapes as they were written',
    '{"n":9007199254740993.0,"s":"\\u0041"}',
    '{\n  "n": 9007199254740993.0,\n  "s": "\\u0041"\n}',
  );
  it('grows no faster than the text, however deep it is', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(prettyJson(deep).length).toBeLessThan(deep.length * 200);
  });
  check('keeps repeated keys', '{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}');
  check('lays out what was laid out before', '{\n "a" : [ ]\r\n}', '{\n  "a": []\n}');
  check('goes as far as a cut text goes', '{"a":["b', '{\n  "a": [\n    "b');
  check('leaves other text alone', 'listening on  stdio', 'listening on  stdio');
});

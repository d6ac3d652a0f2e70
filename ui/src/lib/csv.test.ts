import { describe, expect, it } from 'vitest';
import { CSV_ROWS_MAX, parseCsv } from './csv';

const check = (name: string, text: string, header: string[], rows: string[][]): void => {
  it(name, () => {
    expect(parseCsv(text), `the table read from ${JSON.stringify(text)}`).toEqual({
      header,
      rows,
      omitted: 0,
    });
  });
};

describe('parseCsv', () => {
  check(
    'reads commas',
    'a,b\n1,2\n3,4\n',
    ['a', 'b'],
    [
      ['1', '2'],
      ['3', '4'],
    ],
  );
  check('reads Windows line ends and a byte order mark', '\uFEFFa,b\r\n1,2\r\n', ['a', 'b'], [['1', '2']]);
  check('reads semicolons', 'a;b\n1,5;2', ['a', 'b'], [['1,5', '2']]);
  check('reads tabs', 'a\tb\n1\t2', ['a', 'b'], [['1', '2']]);
  check(
    'keeps separators, quotes and line ends inside quotes',
    'a,b\n"x, ""y""\nz",2',
    ['a', 'b'],
    [['x, "y"\nz', '2']],
  );
  check('keeps empty cells, also the last', 'a,b,c\n,,\n', ['a', 'b', 'c'], [['', '', '']]);
  check('leaves out blank lines', 'a,b\n\n1,2\n\n', ['a', 'b'], [['1', '2']]);
  check('keeps lines of other lengths', 'a,b\n1\n1,2,3', ['a', 'b'], [['1'], ['1', '2', '3']]);
  check('ends an open quote with the text', 'a,b\n"never closed,2', ['a', 'b'], [['never closed,2']]);
  check('keeps what follows a closing quote', 'a,b\n"x"y,2', ['a', 'b'], [['xy', '2']]);
  check('reads nothing from nothing', '', [], []);

  it('counts what it leaves out', () => {
    const table = parseCsv(`n\n${'1\n'.repeat(CSV_ROWS_MAX + 5)}`);
    expect({ rows: table.rows.length, omitted: table.omitted }).toEqual({ rows: CSV_ROWS_MAX, omitted: 5 });
  });
});

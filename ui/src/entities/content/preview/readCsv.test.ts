import { describe, expect, it } from 'vitest';
import { exportCsv } from '../../../lib/csv';
import { t } from '../../../words/translate';
import { CSV_ROWS_MAX, readCsv, rewriteCsv } from './readCsv';

const check = (
  name: string,
  text: string,
  header: string[],
  rows: string[][],
  broken: number[] = [],
): void => {
  it(name, async () => {
    expect(await readCsv(text, false), `the table read from ${JSON.stringify(text)}`).toEqual({
      header,
      rows,
      broken,
      omitted: 0,
    });
  });
};

describe('readCsv', () => {
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
  check(
    'says which lines are shorter or longer',
    'a,b\n1\n1,2\n1,2,3',
    ['a', 'b'],
    [['1'], ['1', '2'], ['1', '2', '3']],
    [2, 4],
  );
  check('says where a quote stays open', 'a,b\n"never closed,2', ['a', 'b'], [['never closed,2']], [2]);
  check(
    'takes names that every object has',
    'constructor,__proto__\ntoString,1',
    ['constructor', '__proto__'],
    [['toString', '1']],
  );
  check('reads nothing from nothing', '', [], []);

  it('counts what it leaves out', async () => {
    const table = await readCsv(`n,m\n${'1,2\n'.repeat(CSV_ROWS_MAX + 5)}`, false);
    expect({ rows: table.rows.length, omitted: table.omitted }).toEqual({ rows: CSV_ROWS_MAX, omitted: 5 });
  });

  it('reads a long text in parts, whose lines and quotes stay whole', async () => {
    const cell = `"${'x'.repeat(1_000)},\n${'y'.repeat(1_000)}"`;
    const table = await readCsv(
      `a,b\n${`${cell},1\n`.repeat(300)}1\n${`${cell},1\n`.repeat(100)}"open,2`,
      false,
    );
    expect({
      rows: table.rows.length,
      cells: new Set(table.rows.map((row) => `${row.length}: ${row[0]?.length ?? 0}`)),
      broken: table.broken,
    }).toEqual({ rows: 402, cells: new Set(['2: 2002', '1: 1', '1: 6']), broken: [302, 403] });
  });

  it.each([
    ['whose quotes stay open at their ends', `a\n${'"a"b\n'.repeat(200_000)}`, 2],
    ['whose first quote stays open', `a,b\n1,2\n"${'1,2\n'.repeat(200_000)}`, 3],
    ['of one cell', 'a'.repeat(1_000_000), 1],
  ])('gives up lines %s', async (_what, text, line) => {
    const fault = t('content.table.longLine', { line, longest: 200_000 });
    await expect(readCsv(text, false)).rejects.toThrow(fault);
  });

  it('reads a line as long as a part', async () => {
    const long = 'a'.repeat(199_000);
    expect((await readCsv(`a,b\n${'1,2\n'.repeat(40_000)}${long},2\n1,2\n`, false)).broken).toEqual([]);
  });

  it('writes all lines anew, more than are shown', async () => {
    const lines = '=1,2\n'.repeat(CSV_ROWS_MAX + 5);
    const written = await rewriteCsv(`n,m\n\n${lines}`, false, exportCsv);
    expect(written.split('\n').length, 'all lines').toBe(CSV_ROWS_MAX + 6);
    expect(written.slice(0, 11), 'no formula').toBe('n,m\n"\'=1",2');
  });
});

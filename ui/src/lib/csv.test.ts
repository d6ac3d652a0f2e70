import { expect, test } from 'vitest';
import { exportCsv, writeCsv, type Cells } from './csv';

test.each<[what: string, rows: Cells[], copied: string, saved: string]>([
  ['cells with separators', [['a,b', 'c"d']], '"a,b","c""d"', '"a,b","c""d"'],
  ['line breaks and empty cells', [['a\nb', '']], '"a\nb",', '"a\nb",'],
  [
    'what a spreadsheet would run',
    [['=cmd()', '+1+x', '@x', '-2+3', '\tx']],
    '=cmd(),+1+x,@x,-2+3,\tx',
    `"'=cmd()","'+1+x","'@x","'-2+3","'\tx"`,
  ],
  ['signed numbers', [[-3, '-3.5', '+1e-9', '-.5']], '-3,-3.5,+1e-9,-.5', '-3,-3.5,+1e-9,-.5'],
])('%s', (_what, rows, copied, saved) => {
  expect({ copied: writeCsv(rows), saved: exportCsv(rows) }).toEqual({ copied, saved });
});

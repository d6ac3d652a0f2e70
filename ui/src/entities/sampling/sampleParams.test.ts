import { expect, it } from 'vitest';
import { stopLines, stopsIn } from './sampleParams';

it.each([
  { stops: [], lines: '' },
  { stops: ['END'], lines: 'END' },
  { stops: ['the end', ' two  spaces '], lines: 'the end\n two  spaces ' },
  { stops: ['\n\n', '\nUser:'], lines: '\\n\\n\n\\nUser:' },
  { stops: ['\r', 'a\r\nb'], lines: '\\r\na\\r\\nb' },
  { stops: ['C:\\new'], lines: 'C:\\\\new' },
])('stop sequences are edited without loss: $lines', ({ stops, lines }) => {
  expect(stopLines(stops)).toBe(lines);
  expect(stopsIn(lines)).toEqual(stops);
});

it('a line that is just being begun is no sequence yet', () => {
  expect(stopsIn('END\n')).toEqual(['END']);
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Differing } from './DiffTable';
import { DiffTable, RawDiff } from './DiffTable';
import { renderPart } from '../test/render';

/** What a row reads, cell by cell, with what is marked in square brackets. */
function read(row: HTMLElement): string[] {
  return [...row.children].map((cell) => {
    const copy = cell.cloneNode(true) as HTMLElement;
    for (const mark of copy.querySelectorAll('del, ins')) mark.replaceWith(`[${mark.textContent}]`);
    return copy.textContent ?? '';
  });
}

test.each<[string, Differing, string[]]>([
  [
    'a text',
    { path: '/description', old: 'Reads a file.', new: 'Reads every file.' },
    ['description', 'Reads [a] file.', 'Reads [every] file.'],
  ],
  [
    'what was not there',
    { path: '/inputSchema/properties/context', new: { type: 'string' } },
    ['contextinputSchema', 'not there', '[{ "type": "string" }]'],
  ],
  [
    'what is not there any more',
    { path: '/annotations/readOnlyHint', old: true },
    ['readOnlyHintannotations', '[true]', 'not there'],
  ],
  [
    'what cannot be seen',
    { path: '/title', old: 'pay', new: 'p\u0430y\u200B' },
    ['title', '[pay]', '[p\u0430yU+200B]'],
  ],
  ['the whole', { path: '', old: 'Be good.', new: 'Be bad.' }, ['text', 'Be [good].', 'Be [bad].']],
  [
    'an escaped name',
    { path: '/inputSchema/properties/a~1b', old: 1, new: 2 },
    ['a/binputSchema', '[1]', '[2]'],
  ],
])('%s', (_, difference, expected) => {
  renderPart(<DiffTable differences={[difference]} was="was" now="now" />);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(read(rows[1] as HTMLElement)).toEqual(expected);
});

test('two definitions as JSON, with the lines that differ marked', () => {
  renderPart(<RawDiff old={{ a: 1, b: 2 }} now={{ a: 1, b: 3 }} />);
  expect(screen.getByLabelText('As JSON, before').querySelector('del')?.textContent).toBe('  "b": 2\n');
  expect(screen.getByLabelText('As JSON, now').querySelector('ins')?.textContent).toBe('  "b": 3\n');
});

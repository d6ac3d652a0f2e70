import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Differing } from './DiffTable';
import { DiffTable, RawDiff } from './DiffTable';
import { InWords } from '../message/InWords';
import type { Difference, JsonValue } from '../../api/generated/contract';
import deceptions from '../../lib/deceptions.json';
import pairs from '../../lib/pairs.json';
import { placeOf, written } from '../../lib/differing';
import { visibleString } from '../../lib/visible';
import { renderPart } from '../../test/render';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';

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
    ['contextinputSchema', t('shared.diff.absent'), '[{ "type": "string" }]'],
  ],
  [
    'what is not there any more',
    { path: '/annotations/readOnlyHint', old: true },
    ['readOnlyHintannotations', '[true]', t('shared.diff.absent')],
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
  expect(screen.getByLabelText(t('shared.diff.jsonBefore')).querySelector('del')?.textContent).toBe(
    '  "b": 2\n',
  );
  expect(screen.getByLabelText(t('shared.diff.jsonAfter')).querySelector('ins')?.textContent).toBe(
    '  "b": 3\n',
  );
});

// The core's tests read the same two tables.
test.each(pairs.pairs)('pair: $name', ({ differences }) => {
  renderPart(
    <>
      {(differences as Difference[]).map(({ path, message }) => (
        <p key={path + messageText(message)}>
          <InWords message={message} />
        </p>
      ))}
      <DiffTable differences={differences} was="was" now="now" />
    </>,
  );
  for (const { message } of differences as Difference[]) {
    const words = messageText(message);
    const said = screen.getAllByText(
      (_, part) => part?.tagName === 'P' && part.textContent === words.replaceAll('`', ''),
    );
    expect(said, words).toHaveLength(1);
  }
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => read(row)[0])).toEqual(
    differences.map(({ path }) => placeOf(path).field + placeOf(path).within),
  );
  for (const [at, { old, new: now }] of (differences as Differing[]).entries()) {
    const shown = read(rows[at] as HTMLElement).map((cell) => cell.replaceAll(/[[\]]/g, ''));
    const plain = (value: JsonValue | undefined) =>
      value === undefined ? t('shared.diff.absent') : visibleString(written(value)).replaceAll(/[[\]]/g, '');
    expect(shown.slice(1), 'both sides are shown whole').toEqual([plain(old), plain(now)]);
  }
});

test.each(deceptions)('deception: $name', ({ text, hidden }) => {
  renderPart(
    <DiffTable differences={[{ path: '/description', old: 'Plain.', new: text }]} was="was" now="now" />,
  );
  const shown = [...screen.getByRole('table').querySelectorAll('.code-point')].map((one) => one.textContent);
  expect(shown, 'what hides is written out').toEqual(hidden);
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test/render';
import { Repaired } from './Repaired';
import { t } from '../../words/translate';

const cases: [what: 'entry' | 'definition', lines: string[], words: string, items: string[]][] = [
  [
    'entry',
    ['its size was the text "812"; read as a number'],
    t('shared.repairedEntry'),
    ['its size was the text "812"; read as a number'],
  ],
  [
    'definition',
    ['inputSchema was null', 'title a\u202Eb was no text'],
    t('shared.repairedSchema'),
    ['inputSchema was null', 'title aU+202Eb was no text'],
  ],
];

test.each(cases)('what was repaired of an %s is said line by line: %j', (what, lines, words, items) => {
  renderPart(<Repaired lines={lines} what={what} />);
  const list = screen.getByRole('list');
  expect([...list.children].map(({ textContent }) => textContent)).toEqual(items);
  expect(list.parentElement?.textContent).toBe(words + items.join(''));
});

test('nothing is said where nothing was repaired', () => {
  renderPart(<Repaired lines={[]} what="entry" />);
  expect(screen.queryByText(/Usher repaired/)).toBeNull();
});

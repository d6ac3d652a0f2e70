import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test/render';
import { Repaired } from './Repaired';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';
import type { Message } from '../../api/generated/contract';

const cases: [what: 'entry' | 'definition', lines: Message[], words: string, items: string[]][] = [
  [
    'entry',
    [coreMessage('repair.member.size', { member: 'size' })],
    t('shared.repairedEntry'),
    [t('core.repair.member.size', { member: 'size' })],
  ],
  [
    'definition',
    [coreMessage('repair.noInputSchema'), coreMessage('repair.member.text', { member: 'a\u202Eb' })],
    t('shared.repairedSchema'),
    [t('core.repair.noInputSchema'), t('core.repair.member.text', { member: 'aU+202Eb' })],
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

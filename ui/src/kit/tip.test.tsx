import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../test/render';
import { tipOf } from '../test/tip';
import { Cut } from './Cut';
import { Tip } from './Tip';

test('a mark has its tooltip once it is pointed at, and costs nothing before', async () => {
  const { user } = renderPart(<Tip label="What it means">Mark</Tip>);
  expect(document.body.innerHTML).not.toContain('What it means');
  expect(await tipOf(user, screen.getByText('Mark'))).toBe('What it means');
});

test.each([
  ['cut off', 200, 1],
  ['shown whole', 100, 0],
])('text that is %s says all of itself only where that is news', async (_what, width, shown) => {
  const { user } = renderPart(<Cut className="row" text={'a\u202Eb'} />);
  const row = document.querySelector('.row');
  if (row === null) throw new Error('a row');
  Object.defineProperties(row, { scrollWidth: { value: width }, clientWidth: { value: 100 } });
  await user.hover(row);
  await new Promise((later) => setTimeout(later, 450));
  expect(screen.queryAllByRole('tooltip', { hidden: true }).map(({ textContent }) => textContent)).toEqual(
    shown === 1 ? ['a[U+202E]b'] : [],
  );
});

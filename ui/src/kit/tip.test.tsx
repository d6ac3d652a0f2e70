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

function rowOf(width: number) {
  const { user } = renderPart(<Cut className="row" text={'a\u202Eb'} />);
  const row = document.querySelector('.row');
  if (row === null) throw new Error('a row');
  Object.defineProperties(row, { scrollWidth: { value: width }, clientWidth: { value: 100 } });
  return { user, row };
}

test('text that is cut off says all of itself', async () => {
  const { user, row } = rowOf(200);
  expect(await tipOf(user, row)).toBe('a[U+202E]b');
});

test('text that is shown whole says nothing more', async () => {
  const { user, row } = rowOf(100);
  await user.hover(row);
  await new Promise((later) => setTimeout(later, 450));
  expect(document.querySelector('[role="tooltip"]')).toBeNull();
});

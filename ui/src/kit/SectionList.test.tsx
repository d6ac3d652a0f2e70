import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { expectAccessible, renderPart } from '../test/render';
import { SectionList } from './SectionList';

const sections = ['A', 'B'].map((key) => ({
  key,
  label: `Server ${key}`,
  header: <span>{key}</span>,
  items: Array.from({ length: 500 }, (_, index) => `${key}${index}`),
}));

function Example(): ReactNode {
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <SectionList
      label="Tools"
      sections={sections}
      itemKey={(item) => item}
      renderRow={(item) => item}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('no list is given what is made anew at each draw: rows that stay would be drawn again', () => {
  const made = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/<(?:SectionList|CatalogList)\b[^]*?\n {2,}\/>/gu)]
      .filter(([list]) => /(?:renderRow|rowLabel|rowNote)=\{\(|sections=\{(?:\w+\(|\[)/u.test(list))
      .map(() => path),
  );
  expect(made).toEqual([]);
});

test('a list of a thousand draws only what is in sight, and the arrow keys go everywhere', async () => {
  const { user } = renderPart(<Example />);
  const list = screen.getByRole('listbox', { name: 'Tools' });
  expect(within(list).getAllByRole('option').length, 'rows out of sight are not drawn').toBeLessThan(100);
  await user.tab();
  expect(document.activeElement).toBe(list);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('A1');
  await user.keyboard('{End}');
  const last = screen.getByRole('option', { selected: true });
  expect(last.textContent).toBe('B499');
  expect(list.getAttribute('aria-activedescendant'), 'the list names its active row').toBe(last.id);
  await user.keyboard('{Home}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('A0');
  await expectAccessible();
});

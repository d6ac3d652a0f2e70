import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../test/render';

test('the rail names every screen and marks the current one', async () => {
  renderApp('/tools');
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  const names = [...nav.querySelectorAll('a')].map((link) => link.textContent);
  expect(names).toEqual(['Servers', 'Tools', 'Resources', 'Prompts', 'Approvals', 'Activity', 'Settings']);
  expect(screen.getByRole('link', { name: 'Tools' }).getAttribute('aria-current')).toBe('page');
  await expectAccessible();
});

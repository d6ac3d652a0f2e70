import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill } from '../../host/fake/crowd';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

const COUNT = 2_500;

it('a long list is listed, searched and sorted in steps, and what is open stays open', async () => {
  const { user } = renderApp('/resources', { change: (world) => fill(world, COUNT) });
  const first = () => screen.findAllByRole('option').then(([row]) => row?.textContent ?? '');
  await user.click(await screen.findByRole('option', { name: /^Entry 3,/ }));
  const isOpen = () => screen.findByRole('option', { selected: true, name: /^Entry 3,/ });
  await isOpen();
  await user.click(screen.getByRole('button', { name: t('resources.column.name') }));
  await user.click(screen.getByRole('button', { name: t('resources.column.name') }));
  await waitFor(async () => expect(await first(), 'the last one first').toContain('Entry 2499'));
  await isOpen();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'many_1234' } });
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(await first()).toContain('Entry 1234');
});

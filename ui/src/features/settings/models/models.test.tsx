import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someModels } from '../../../host/fake/modelHandlers';
import { expectAccessible, renderApp } from '../../../test/render';

test('a provider is added with a key that only goes in, lists its models, and is tested', async () => {
  const { user, host } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Add a provider' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a provider' });
  await expectAccessible(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await within(dialog).findByText('It answers nothing without a key.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Key'), 'sk-canary');
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  const providers = await screen.findByRole('list', { name: 'Providers' });
  expect(host.calls.filter(({ name }) => name === 'model.list')).toEqual([]);
  await user.click(within(providers).getByRole('button', { name: 'List its models' }));
  await user.click(await within(providers).findByRole('button', { name: 'Test' }));
  expect(await screen.findByText(/It works/u)).toBeTruthy();
  expect(document.body.textContent).not.toContain('sk-canary');
  await expectAccessible();
});

test('a provider that cannot be reached says so in its row', async () => {
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: 'Add a provider' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a provider' });
  await user.type(within(dialog).getByLabelText('Address'), 'http://localhost:9/down');
  await user.type(within(dialog).getByLabelText('Key'), 'k');
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('button', { name: 'List its models' }));
  expect(await screen.findByText(/could not be reached/u)).toBeTruthy();
});

test('the table of hints is kept in order', async () => {
  const { user, host } = renderApp('/settings', { change: (world) => (world.models = someModels()) });
  await user.click(await screen.findByRole('button', { name: 'Add a row' }));
  await user.type(screen.getByRole('textbox', { name: 'Hint 2' }), 'gpt');
  await user.click(screen.getByRole('combobox', { name: 'Model for hint 2' }));
  await user.click(await screen.findByRole('option', { name: 'llama3.2:latest' }));
  await user.click(screen.getByRole('button', { name: 'Move hint 2 up' }));
  await user.click(screen.getByRole('button', { name: 'Save the table' }));
  await waitFor(() => expect(host.world.models.mappings.map(({ hint }) => hint)).toEqual(['gpt', 'sonnet']));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the table' })).toBeNull());
  await expectAccessible();
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someModels } from '../../../host/fake/modelHandlers';
import { expectAccessible, renderApp } from '../../../test/render';
import { t } from '../../../words/translate';

test('a provider is added with a key that only goes in, lists its models, and is tested', async () => {
  const { user, host } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: t('settings.models.add') }));
  const dialog = await screen.findByRole('dialog', { name: t('settings.models.add') });
  await expectAccessible(dialog);
  await user.click(within(dialog).getByRole('button', { name: t('common.add') }));
  expect(
    await within(dialog).findByText(t('core.provider.keyRequired', { provider: 'OpenAI' })),
  ).toBeTruthy();
  await user.type(within(dialog).getByLabelText(t('settings.provider.key')), 'sk-canary');
  await user.click(within(dialog).getByRole('button', { name: t('common.add') }));
  const providers = await screen.findByRole('list', { name: t('settings.models.list') });
  await within(providers).findByRole('button', { name: t('settings.models.reloadModels') });
  expect(
    host.calls.filter(({ name }) => name === 'model.list'),
    'tested once',
  ).toHaveLength(1);
  await user.click(await within(providers).findByRole('button', { name: t('settings.models.test') }));
  expect(await screen.findByText(/Test passed/u)).toBeTruthy();
  expect(document.body.textContent).not.toContain('sk-canary');
  await expectAccessible();
});

test('a provider that cannot be reached says so in its row', async () => {
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('button', { name: t('settings.models.add') }));
  const dialog = await screen.findByRole('dialog', { name: t('settings.models.add') });
  await user.type(within(dialog).getByLabelText(t('common.url')), 'http://localhost:9/down');
  await user.type(within(dialog).getByLabelText(t('settings.provider.key')), 'k');
  await user.click(within(dialog).getByRole('button', { name: t('common.add') }));
  expect(
    await screen.findByText((text) =>
      text.includes(t('core.models.unreachable', { provider: 'Anthropic', reason: 'connection refused' })),
    ),
  ).toBeTruthy();
});

test('the table of hints is kept in order', async () => {
  const { user, host } = renderApp('/settings', { change: (world) => (world.models = someModels()) });
  await user.click(await screen.findByRole('button', { name: t('settings.mapping.addRow') }));
  await user.type(screen.getByRole('textbox', { name: t('settings.mapping.hint', { row: 2 }) }), 'gpt');
  await user.click(screen.getByRole('combobox', { name: t('settings.mapping.model', { row: 2 }) }));
  await user.click(await screen.findByRole('option', { name: 'llama3.2:latest' }));
  await user.click(screen.getByRole('button', { name: t('settings.mapping.moveUp', { row: 2 }) }));
  await user.click(screen.getByRole('button', { name: t('settings.mapping.save') }));
  await waitFor(() => expect(host.world.models.mappings.map(({ hint }) => hint)).toEqual(['gpt', 'sonnet']));
  await waitFor(() => expect(screen.queryByRole('button', { name: t('settings.mapping.save') })).toBeNull());
  await expectAccessible();
});

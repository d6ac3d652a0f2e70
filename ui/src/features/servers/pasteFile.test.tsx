import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('a file that cannot be read is named, and what was pasted stays', async () => {
  const { user } = renderApp('/servers');
  await user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('common.addServer') }));
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: t('serverForm.paste.label') });
  await user.click(field);
  await user.paste('npx weather');
  const file = new File(['{}'], 'servers.json', { type: 'application/json' });
  file.text = () => Promise.reject(new DOMException('No permission', 'NotReadableError'));
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no file input');
  await user.upload(input, file);
  expect(await screen.findByText(t('shared.fileUnreadable', { file: 'servers.json' }))).toBeTruthy();
  expect(field.value).toBe('npx weather');
});

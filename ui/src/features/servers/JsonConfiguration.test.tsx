import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConfigTextProblem } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const JSON_TAB = { name: t('common.json') };

async function openJson(problems: ConfigTextProblem[]) {
  const app = renderApp('/servers?server=github&tab=configuration', {
    on: { 'serverConfig.check': () => ({ problems, notes: [], restarts: false }) },
  });
  await app.user.click(await screen.findByRole('radio', JSON_TAB));
  const editor = await screen.findByRole('textbox', {
    name: t('servers.configuration.jsonOf', { server: 'GitHub' }),
  });
  return { ...app, editor };
}

test('the configuration is shown as JSON without its secrets', async () => {
  const { editor } = await openJson([]);
  expect(editor.textContent).toContain('"mcpServers"');
  expect(editor.textContent).toContain('${input:GITHUB_TOKEN}');
  await expectAccessible();
});

test('a fault is named with its line', async () => {
  await openJson([
    {
      field: 'command',
      message: coreMessage('verbatim', { text: 'The command is empty.' }),
      line: 4,
      column: 7,
    },
  ]);
  const words = t('servers.configuration.jsonLine', { line: 4, message: 'The command is empty.' });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('common.save') }).disabled).toBe(true);
});

test('it is copied for other clients', async () => {
  const { user, host } = await openJson([]);
  await user.click(screen.getByRole('button', { name: t('servers.menu.copyJson') }));
  expect(await screen.findByText(t('servers.menu.copiedJson', { server: 'GitHub' }))).toBeTruthy();
  const copied = await navigator.clipboard.readText();
  await waitFor(() => expect(JSON.parse(copied)).toHaveProperty('mcpServers.GitHub.command', 'npx'));
  expect(host.calls.some(({ name }) => name === 'serverConfig.get')).toBe(true);
});

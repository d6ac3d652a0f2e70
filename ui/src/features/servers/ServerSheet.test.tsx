import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeOptions } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

async function openSheet(options?: FakeOptions) {
  const app = renderApp('/servers', options);
  await app.user.click(await screen.findByRole('button', { name: 'Add a server' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a server' }));
  return { ...app, dialog };
}

const CONFIG = JSON.stringify({
  mcpServers: {
    github: { command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: 'ghp_1' } },
  },
});

test('one paste fills the form, a test passes, and it is saved', async () => {
  const { user, dialog, host } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: 'Paste anything' }));
  await user.paste(CONFIG);
  expect(await dialog.findByText(/1 local server \(stdio\)/)).toBeTruthy();
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  expect([value('Your label'), value('Program'), value('Argument 1'), value('Argument 2')]).toEqual([
    'github',
    'npx',
    '-y',
    'server-github',
  ]);
  const secret = dialog.getByLabelText<HTMLInputElement>('Value of GITHUB_TOKEN');
  expect(secret.type, 'what looks like a secret is masked').toBe('password');
  expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Secret: GITHUB_TOKEN' }).checked).toBe(true);
  await expectAccessible();

  await user.click(dialog.getByRole('button', { name: 'Test connection' }));
  expect(await dialog.findByText('github works')).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('option', { name: 'github, Running' })).toBeTruthy();
  expect(host.calls.find((call) => call.name === 'server.add')?.params).toEqual({
    draft: {
      label: 'github',
      config: {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 'server-github'],
        env: [{ name: 'GITHUB_TOKEN', secret: true, value: 'ghp_1' }],
        cwd: null,
        inputs: [],
      },
      era: 'auto',
    },
  });
});

test('an argument that looks like a secret becomes one with a click, and a reference takes its place', async () => {
  const { user, dialog, host } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: 'Paste anything' }));
  await user.paste('npx weather --api-key sesame');
  expect(await dialog.findByText('Argument 3 looks like a secret.', { exact: false })).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Keep it as a secret' }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  expect(value('Argument 3').value).toBe('${input:api-key}');
  expect([value('Value of api-key').value, value('Value of api-key').type]).toEqual(['sesame', 'password']);
  await waitFor(() => expect(dialog.queryByText(/looks like a secret/)).toBeNull());
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Save without a test' }));
  expect(await screen.findByRole('option', { name: 'npx, Running' })).toBeTruthy();
  expect(host.calls.find((call) => call.name === 'server.add')?.params).toMatchObject({
    draft: {
      config: {
        args: ['weather', '--api-key', '${input:api-key}'],
        inputs: [{ name: 'api-key', secret: true, value: 'sesame' }],
      },
    },
  });
});

test('the secret of an address has a row as long as the address refers to it', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByText('Network address'));
  const address = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
  await user.click(address);
  await user.paste('https://a.example/mcp?key=sesame');
  await user.click(await dialog.findByRole('button', { name: 'Keep it as a secret' }));
  expect(address.value).toBe('https://a.example/mcp?key=${input:key}');
  expect(dialog.getByLabelText<HTMLInputElement>('Value of key').value).toBe('sesame');
  await user.clear(address);
  expect(dialog.queryByLabelText('Value of key')).toBeNull();
});

test('a failed test says in plain words what to do, and nothing typed is lost', async () => {
  const { user, dialog } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: 'Program' }), 'nope');
  await user.click(dialog.getByRole('button', { name: 'Test connection' }));
  expect(await dialog.findByText(/no program called "nope"/)).toBeTruthy();
  await expectAccessible();
  expect(dialog.getByRole('button', { name: 'Test again' })).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Program' }), 'x');
  expect(
    dialog.queryByText(/no program called/),
    'an old answer does not stand beside a new draft',
  ).toBeNull();
});

test('a refusal stands at its field', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByRole('button', { name: 'Save without a test' }));
  expect((await dialog.findAllByText('Say which program to start.')).length).toBe(1);
  expect(dialog.getByRole('textbox', { name: 'Program' }).getAttribute('aria-invalid')).toBe('true');
});

test('words are edited by keyboard: Enter adds one, Backspace removes an empty one', async () => {
  const { user, dialog } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: 'Program' }), 'npx{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Argument 1'));
  await user.keyboard('-y{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Argument 2'));
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Argument 1'));
  expect(dialog.queryByRole('textbox', { name: 'Argument 2' })).toBeNull();
});

test('closing with something typed asks first', async () => {
  const { user, dialog } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: 'Your label' }), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await dialog.findByText('Close and lose what you typed?')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Your label' }).value).toBe('Mine');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await dialog.findByRole('button', { name: 'Close without saving' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('several pasted servers are chosen one by one or added together', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: 'Paste anything' }));
  await user.paste(JSON.stringify({ mcpServers: { one: { command: 'a' }, two: { command: 'b' } } }));
  await user.click(await dialog.findByRole('radio', { name: 'two' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Program').value).toBe('b');
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Add all 2' }));
  expect(await screen.findByRole('option', { name: 'one, Running' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'two, Running' })).toBeTruthy();
});

test('a pasted configuration without servers is said to hold none', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: 'Paste anything' }));
  await user.paste('{"mcpServers": {}}');
  expect(await dialog.findByText(/This configuration holds no servers/)).toBeTruthy();
  expect(dialog.queryByText(/The form below is filled in/)).toBeNull();
  expect(dialog.getByRole('textbox', { name: 'Paste anything' }).getAttribute('aria-invalid')).toBe('true');
  await expectAccessible();
});

test('editing keeps a stored secret that nobody typed anew', async () => {
  const { user, host } = renderApp('/servers?server=github');
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit server' }));
  const secret = dialog.getByLabelText<HTMLInputElement>('Value of GITHUB_TOKEN');
  expect([secret.value, secret.placeholder]).toEqual(['', 'kept; type to replace it']);
  await expectAccessible();
  await user.clear(dialog.getByRole('textbox', { name: 'Your label' }));
  await user.type(dialog.getByRole('textbox', { name: 'Your label' }), 'Hub');
  await user.click(dialog.getByRole('button', { name: 'Save without a test' }));
  expect(await screen.findByRole('option', { name: 'Hub, Running' })).toBeTruthy();
  const { params } = host.calls.find((call) => call.name === 'server.update') ?? {};
  expect(JSON.stringify(params)).toContain('{"name":"GITHUB_TOKEN","secret":true,"value":null}');
});

test('the era is chosen among the advanced fields, by keyboard too, and stands there when edited', async () => {
  const { user, dialog, host } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: 'Program' }), 'old-server');
  await user.click(dialog.getByText('Advanced'));
  const choice = within(dialog.getByRole('radiogroup', { name: 'Protocol' }));
  expect(choice.getByRole<HTMLInputElement>('radio', { name: 'Auto' }).checked).toBe(true);
  choice.getByRole('radio', { name: 'Auto' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(choice.getByRole<HTMLInputElement>('radio', { name: 'Legacy' }).checked).toBe(true);
  expect(dialog.getByText(/Every start begins with initialize/)).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Save without a test' }));
  expect(await screen.findByRole('option', { name: 'old-server, Running' })).toBeTruthy();
  expect(host.calls.find((call) => call.name === 'server.add')?.params).toMatchObject({
    draft: { era: 'legacy' },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit server' }));
  const radio = edit.getByRole<HTMLInputElement>('radio', { name: 'Legacy' });
  expect([radio.checked, radio.closest('details')?.open]).toEqual([true, true]);
});

test('a locked keyring is named where a secret is typed', async () => {
  const { user, dialog } = await openSheet({
    change: (world) => {
      world.keyring = {
        state: { kind: 'absent', message: 'Start one.' },
        keepingForThisRun: false,
        waitingServers: 0,
      };
    },
  });
  await user.click(dialog.getByRole('button', { name: 'Add a variable' }));
  expect(dialog.queryByText(t('shared.keyring.missing'))).toBeNull();
  await user.click(dialog.getByRole('switch', { name: 'Secret: the new variable' }));
  await user.click(await dialog.findByRole('button', { name: t('shared.keyring.keepInMemory') }));
  expect(await dialog.findByText(new RegExp(t('shared.keyring.inMemory'), 'u'))).toBeTruthy();
});

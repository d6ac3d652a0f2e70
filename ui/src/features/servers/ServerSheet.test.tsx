import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TestId } from '../../api/generated/contract';
import type { FakeOptions } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage, messageText } from '../../words/message';

async function openSheet(options?: FakeOptions) {
  const app = renderApp('/servers', options);
  await app.user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('common.addServer') }));
  return { ...app, dialog };
}

const argument = (index: string) => t('serverForm.command.argument', { index });
const secretIn = (numbers: string) => t('serverForm.secrets.argument', { count: 1, numbers });

const CONFIG = JSON.stringify({
  mcpServers: {
    github: { command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: 'ghp_1' } },
  },
});

test('one paste fills the form, a test passes, and it is saved', async () => {
  const { user, dialog, host } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: t('serverForm.paste.label') }));
  await user.paste(CONFIG);
  expect(await dialog.findByText(/1 local server \(stdio\)/)).toBeTruthy();
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  expect([
    value(t('common.name')),
    value(t('common.program')),
    value(argument('1')),
    value(argument('2')),
  ]).toEqual(['github', 'npx', '-y', 'server-github']);
  const secret = dialog.getByLabelText<HTMLInputElement>(
    t('serverForm.values.valueOf', { name: 'GITHUB_TOKEN' }),
  );
  expect(secret.type, 'what looks like a secret is masked').toBe('password');
  expect(
    dialog.getByRole<HTMLInputElement>('switch', {
      name: t('serverForm.values.secretOf', { name: 'GITHUB_TOKEN' }),
    }).checked,
  ).toBe(true);
  await expectAccessible();

  await user.click(dialog.getByRole('button', { name: t('serverForm.test.run') }));
  expect(await dialog.findByText(t('serverForm.test.works', { server: 'github' }))).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: t('common.save') }));
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
  await user.click(dialog.getByRole('textbox', { name: t('serverForm.paste.label') }));
  await user.paste('npx weather --api-key sesame');
  expect(await dialog.findByText(secretIn('3'))).toBeTruthy();
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: t('serverForm.secrets.store') }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  expect(value(argument('3')).value).toBe('${input:api-key}');
  expect([
    value(t('serverForm.values.valueOf', { name: 'api-key' })).value,
    value(t('serverForm.values.valueOf', { name: 'api-key' })).type,
  ]).toEqual(['sesame', 'password']);
  await waitFor(() => expect(dialog.queryByText(secretIn('3'))).toBeNull());
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: t('serverForm.save.untested') }));
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
  await user.click(dialog.getByText(t('serverForm.fields.http')));
  const address = dialog.getByRole<HTMLInputElement>('textbox', { name: t('common.url') });
  await user.click(address);
  await user.paste('https://a.example/mcp?key=sesame');
  await user.click(await dialog.findByRole('button', { name: t('serverForm.secrets.store') }));
  expect(address.value).toBe('https://a.example/mcp?key=${input:key}');
  expect(dialog.getByLabelText<HTMLInputElement>(t('serverForm.values.valueOf', { name: 'key' })).value).toBe(
    'sesame',
  );
  await user.clear(address);
  expect(dialog.queryByLabelText(t('serverForm.values.valueOf', { name: 'key' }))).toBeNull();
});

test('a failed test says in plain words what to do, and nothing typed is lost', async () => {
  const { user, dialog } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: t('common.program') }), 'nope');
  await user.click(dialog.getByRole('button', { name: t('serverForm.test.run') }));
  const missing = messageText(coreMessage('failure.notOnPath', { program: 'nope' }));
  expect((await dialog.findAllByText(missing, { exact: false })).length).toBeGreaterThan(0);
  await expectAccessible();
  expect(dialog.getByRole('button', { name: t('serverForm.test.again') })).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: t('common.program') }), 'x');
  expect(
    dialog.queryByText(missing, { exact: false }),
    'an old answer does not stand beside a new draft',
  ).toBeNull();
});

test('a test whose program waits for a sign-in says where, of this test alone', async () => {
  const { user, dialog, host } = await openSheet();
  const asks: TestId[] = [];
  host.on('server.test', ({ testId }) => {
    if (testId !== null) asks.push(testId);
    return new Promise<never>(() => {});
  });
  await user.type(dialog.getByRole('textbox', { name: t('common.program') }), 'npx');
  await user.click(dialog.getByRole('button', { name: t('serverForm.test.run') }));
  const panel = within(await dialog.findByRole('region', { name: t('serverForm.test.label') }));
  const url = 'https://login.example.com/device?code=1';
  const tell = (testId: TestId) => act(() => host.emit({ kind: 'testAwaitsSignIn', testId, url }));
  tell('another' as TestId);
  expect(panel.queryByRole('note')).toBeNull();
  const [asked] = asks;
  if (asked === undefined) throw new Error('the test has no name');
  tell(asked);
  expect((await panel.findByRole('note')).textContent).toContain(
    `${t('servers.state.needsSignIn')} ${t.markup('servers.state.signInAt', { issuer: () => url })}`,
  );
  expect(panel.getByRole('button', { name: t('serverForm.test.copyAddress') })).toBeTruthy();
  await expectAccessible();
  await user.click(panel.getByRole('button', { name: t('serverForm.test.cancel') }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'server.endTest')?.params).toEqual({ testId: asked }),
  );
});

test('a test that runs shows the steps and the output so far, of this test alone', async () => {
  const { user, dialog, host } = await openSheet();
  const asks: TestId[] = [];
  host.on('server.test', ({ testId }) => {
    if (testId !== null) asks.push(testId);
    return new Promise<never>(() => {});
  });
  await user.type(dialog.getByRole('textbox', { name: t('common.program') }), 'npx');
  await user.click(dialog.getByRole('button', { name: t('serverForm.test.run') }));
  const panel = within(await dialog.findByRole('region', { name: t('serverForm.test.label') }));
  const name = coreMessage('connectionTest.programFound');
  const tell = (testId: TestId) =>
    act(() =>
      host.emit({
        kind: 'testProgressed',
        testId,
        steps: [{ name, passed: true, durationMs: 2, note: null }],
        stderr: ['npm warn deprecated', 'downloading'],
      }),
    );
  tell('another' as TestId);
  expect(panel.queryByRole('listitem')).toBeNull();
  const [asked] = asks;
  if (asked === undefined) throw new Error('the test has no name');
  tell(asked);
  expect((await panel.findByRole('listitem')).textContent).toContain(messageText(name));
  expect(panel.getByText(/npm warn deprecated\s+downloading/)).toBeTruthy();
  await expectAccessible();
});

test('nothing of a pasted text stays in the form once that text is gone, but what was typed since', async () => {
  const { user, dialog } = await openSheet();
  const paste = dialog.getByRole('textbox', { name: t('serverForm.paste.label') });
  const program = () => dialog.getByRole<HTMLInputElement>('textbox', { name: t('common.program') }).value;
  const replace = async (text: string): Promise<void> => {
    await user.clear(paste);
    await user.click(paste);
    await user.paste(text);
  };
  await replace('npx weather');
  await waitFor(() => expect(program()).toBe('npx'));
  await replace('{ "other": 1 }');
  await waitFor(() => expect(program()).toBe(''));
  await replace('npx weather');
  await waitFor(() => expect(program()).toBe('npx'));
  await user.type(dialog.getByRole('textbox', { name: t('common.workingDirectory') }), '/srv');
  await user.clear(paste);
  await waitFor(() => expect(dialog.queryByText(t('serverForm.paste.filled'))).toBeNull());
  expect(program(), 'it was worked on').toBe('npx');
});

test('a refusal stands at its field', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByRole('button', { name: t('serverForm.save.untested') }));
  expect((await dialog.findAllByText(t('core.field.command.empty'))).length).toBe(1);
  expect(dialog.getByRole('textbox', { name: t('common.program') }).getAttribute('aria-invalid')).toBe(
    'true',
  );
});

test('words are edited by keyboard: Enter adds one, Backspace removes an empty one', async () => {
  const { user, dialog } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: t('common.program') }), 'npx{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(argument('1')));
  await user.keyboard('-y{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(argument('2')));
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(argument('1')));
  expect(dialog.queryByRole('textbox', { name: argument('2') })).toBeNull();
});

test('closing with something typed asks first', async () => {
  const { user, dialog } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: t('common.name') }), 'Mine');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await dialog.findByText(t('serverForm.discard.question'))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: t('serverForm.discard.stay') }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: t('common.name') }).value).toBe('Mine');
  await user.click(dialog.getByRole('button', { name: t('common.cancel') }));
  await user.click(await dialog.findByRole('button', { name: t('common.discard') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('several pasted servers are chosen one by one or added together', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: t('serverForm.paste.label') }));
  await user.paste(
    JSON.stringify({ mcpServers: { one: { command: 'a' }, two: { command: 'b' }, three: { command: 'c' } } }),
  );
  await user.click(await dialog.findByRole('button', { name: 'two' }));
  expect(dialog.getByLabelText<HTMLInputElement>(t('common.program')).value).toBe('b');
  await expectAccessible();
  expect(dialog.getByRole('button', { name: t('serverForm.paste.addAll', { count: 3 }) })).toBeDefined();
  await user.click(dialog.getByRole('checkbox', { name: t('serverForm.paste.include', { name: 'two' }) }));
  await user.type(dialog.getByLabelText(t('common.program')), '2');
  await user.click(dialog.getByRole('button', { name: t('serverForm.paste.addAll', { count: 2 }) }));
  expect(await screen.findByRole('option', { name: 'one, Running' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'three, Running' })).toBeTruthy();
  expect(
    screen.queryByRole('option', { name: /^two/ }),
    'one that is not wanted stays so as it is edited',
  ).toBeNull();
});

test('a pasted configuration without servers is said to hold none', async () => {
  const { user, dialog } = await openSheet();
  await user.click(dialog.getByRole('textbox', { name: t('serverForm.paste.label') }));
  await user.paste('{"mcpServers": {}}');
  expect(await dialog.findByText(t('core.paste.empty'))).toBeTruthy();
  expect(dialog.queryByText(t('serverForm.paste.filled'))).toBeNull();
  expect(
    dialog.getByRole('textbox', { name: t('serverForm.paste.label') }).getAttribute('aria-invalid'),
  ).toBe('true');
  await expectAccessible();
});

test('editing keeps a stored secret that nobody typed anew', async () => {
  const { user, host } = renderApp('/servers?server=github&tab=configuration');
  const dialog = within(await screen.findByRole('region', { name: t('common.configuration') }));
  const secret = await dialog.findByLabelText<HTMLInputElement>(
    t('serverForm.values.valueOf', { name: 'GITHUB_TOKEN' }),
  );
  expect([secret.value, secret.placeholder]).toEqual(['', t('serverForm.values.stored')]);
  await expectAccessible();
  await user.clear(dialog.getByRole('textbox', { name: t('common.name') }));
  await user.type(dialog.getByRole('textbox', { name: t('common.name') }), 'Hub');
  await user.click(dialog.getByRole('button', { name: t('common.save') }));
  expect(await screen.findByRole('option', { name: 'Hub, Running' })).toBeTruthy();
  const { params } = host.calls.find((call) => call.name === 'server.update') ?? {};
  expect(JSON.stringify(params)).toContain('{"name":"GITHUB_TOKEN","secret":true,"value":null}');
});

test('the protocol version is chosen among the advanced fields, by keyboard too, and is shown when edited', async () => {
  const { user, dialog, host } = await openSheet();
  await user.type(dialog.getByRole('textbox', { name: t('common.program') }), 'old-server');
  await user.click(dialog.getByText(t('serverForm.protocol.advanced')));
  const choice = within(dialog.getByRole('radiogroup', { name: t('serverForm.protocol.label') }));
  expect(choice.getByRole<HTMLInputElement>('radio', { name: t('serverForm.protocol.auto') }).checked).toBe(
    true,
  );
  choice.getByRole('radio', { name: t('serverForm.protocol.auto') }).focus();
  await user.keyboard('{ArrowRight}');
  expect(choice.getByRole<HTMLInputElement>('radio', { name: t('serverForm.protocol.legacy') }).checked).toBe(
    true,
  );
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: t('serverForm.save.untested') }));
  expect(await screen.findByRole('option', { name: 'old-server, Running' })).toBeTruthy();
  expect(host.calls.find((call) => call.name === 'server.add')?.params).toMatchObject({
    draft: { era: 'legacy' },
  });
  await user.click(await screen.findByRole('tab', { name: t('servers.tabs.configuration') }));
  const edit = within(await screen.findByRole('region', { name: t('common.configuration') }));
  const radio = edit.getByRole<HTMLInputElement>('radio', { name: t('serverForm.protocol.legacy') });
  expect([radio.checked, radio.closest('details')?.open]).toEqual([true, true]);
});

test('a locked keyring is named where a secret is typed', async () => {
  const { user, dialog } = await openSheet({
    change: (world) => {
      world.keyring = {
        state: { kind: 'absent', message: coreMessage('keyring.absent') },
        keepingForThisRun: false,
        waitingServers: 0,
      };
    },
  });
  await user.click(dialog.getByRole('button', { name: t('serverForm.values.addVariable') }));
  expect(dialog.queryByText(t('shared.keyring.missing'))).toBeNull();
  await user.click(
    dialog.getByRole('switch', {
      name: t('serverForm.values.secretOf', { name: t('serverForm.values.newVariable') }),
    }),
  );
  await user.click(await dialog.findByRole('button', { name: t('shared.keyring.keepInMemory') }));
  expect(await dialog.findByText(t('shared.keyring.inMemory'), { exact: false })).toBeTruthy();
});

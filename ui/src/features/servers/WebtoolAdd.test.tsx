import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webtool } from '../../host/fake/webtools';
import { expectAccessible, renderApp, said } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

test('an address with a webtool is recognised, shown whole, and added only then', async () => {
  const { user, host } = renderApp('/servers');
  await user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  await user.click(await screen.findByRole('radio', { name: t('serverForm.fields.http') }));
  await user.type(screen.getByLabelText(t('common.url')), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: t('serverForm.test.run') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('servers.webtool.found.title') }));
  expect(said()).toContain('weather_desk 2.0.3');
  expect(dialog.getByText(t('servers.webtool.found.asksCredentials', { names: 'API key' }))).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'server.test')).toBe(false);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
  await expectAccessible();
  await user.click(
    dialog.getByRole('button', { name: t('servers.webtool.found.add', { version: '2.0.3' }) }),
  );
  const label = t('servers.page.label', { server: 'Weather webtool' });
  expect(await screen.findByRole('region', { name: label })).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'webtool.add')?.params).toMatchObject({
    sha256: 'e94b17',
    token: null,
  });
});

/** What is shown of a document the person opens from a file. */
async function opened(user: ReturnType<typeof renderApp>['user'], file: File) {
  await user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  await screen.findByRole('button', { name: t('serverForm.paste.openFile') });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('no file input');
  await user.upload(input, file);
  return within(await screen.findByRole('dialog', { name: t('servers.webtool.found.titleApi') }));
}

test('an OpenAPI document in YAML comes from a file as well', async () => {
  const { user, host } = renderApp('/servers');
  const text = '# Ours\nopenapi: 3.1.0\ninfo: { title: Shop, version: 7 }\npaths: {}\n';
  await opened(user, new File([text], 'shop.yaml', { type: 'application/yaml' }));
  expect(said()).toContain(`Shop 7 ${t('servers.webtool.found.actions', { count: 1 })}`);
  expect(host.calls.find(({ name }) => name === 'webtool.parse')?.params).toEqual({ text });
});

test('an OpenAPI document comes from a file, and calls go to the server the person chooses', async () => {
  const { user, host } = renderApp('/servers');
  const text = '{"openapi":"3.1.0","info":{"title":"Shop","version":"7"},"paths":{}}';
  const dialog = await opened(user, new File([text], 'shop.json', { type: 'application/json' }));
  expect(said()).toContain(`Shop 7 ${t('servers.webtool.found.actions', { count: 1 })}`);
  await user.click(dialog.getByText(t('servers.webtool.found.skipped', { count: 1 })));
  expect(dialog.getByText('POST /upload').closest('li')?.textContent).toContain(
    t('core.document.omitted.body'),
  );
  await expectAccessible();
  const base = dialog.getByRole('combobox', { name: t('servers.webtool.baseUrl') });
  await user.clear(base);
  await user.type(base, 'https://us');
  await user.click(await screen.findByRole('option', { name: 'https://us.shop.example/' }));
  await user.click(dialog.getByRole('button', { name: t('servers.webtool.found.add', { version: '7' }) }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.add')?.params).toMatchObject({
      sha256: '77aa01',
      base: 'https://us.shop.example/',
    }),
  );
});

test('what hides in a document is told before it is added', async () => {
  const { user, host } = renderApp('/servers');
  host.on('webtool.discover', () => {
    const { document } = webtool();
    if (document === null) throw new Error('The fake webtool has a document.');
    const url = 'https://weather.example.com/v2';
    const text = '{ "description": "The weather.\u200b" }';
    const deceits = { hidden: [coreMessage('hiddenText.zeroWidth', { count: 1 })], mixed: ['p\u0430y'] };
    const preview = { sha256: 'e94b17', url, finalUrl: `${url}/`, document, bases: [url], text, ...deceits };
    return { kind: 'webtool', preview };
  });
  await user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  await user.click(await screen.findByRole('radio', { name: t('serverForm.fields.http') }));
  await user.type(screen.getByLabelText(t('common.url')), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: t('serverForm.test.run') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('servers.webtool.found.title') }));
  const first = dialog.getByRole('list', { name: t('shared.diff.summary') });
  expect(first.textContent).toContain('Contains hidden characters. Shown below: 1 zero-width character');
  expect(first.textContent).toContain('Contains look-alike letters.');
  const text = await dialog.findByLabelText(t('servers.webtool.document'));
  expect(text.querySelector('.code-point')?.textContent, 'and shown where it stands').toBe('U+200B');
  await expectAccessible();
});

test.each([
  ['broken', 'version is no semantic version: latest', 'alert', 'serverForm.webtool.invalid'],
  ['nothing', 'What it answered is no JSON.', 'note', 'serverForm.webtool.none'],
] as const)('an address with a webtool that is %s says so in words', async (kind, message, role, key) => {
  const { user, host } = renderApp('/servers');
  host.on('webtool.discover', () => ({
    kind,
    message: coreMessage('verbatim', { text: `${message}\u202E` }),
  }));
  host.on('server.test', () => ({
    steps: [{ name: coreMessage('connectionTest.handshake'), passed: false, durationMs: 2, note: null }],
    durationMs: 2,
    negotiated: null,
    counts: { tools: null, resources: null, templates: null, prompts: null },
    failure: {
      kind: 'other',
      summary: coreMessage('failure.notMcp', { place: 'https://weather.example.com' }),
      nextStep: coreMessage('failure.next.checkPath'),
      detail: null,
      stderr: [],
      withheld: [],
    },
    stderr: [],
  }));
  await user.click(await screen.findByRole('button', { name: t('common.addServer') }));
  await user.click(await screen.findByRole('radio', { name: t('serverForm.fields.http') }));
  await user.type(screen.getByLabelText(t('common.url')), 'https://weather.example.com/fails');
  await user.click(screen.getByRole('button', { name: t('serverForm.test.run') }));
  const note = (await screen.findByText(t(key))).closest('.note');
  expect(note?.textContent).toBe(`${t(key)} ${message}U+202E`);
  expect(note?.getAttribute('role') ?? null).toBe(role);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
});

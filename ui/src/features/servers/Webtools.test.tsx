import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webtool, webtoolTools } from '../../host/fake/webtools';
import type { FakeHost, FakeOptions } from '../../host/fake';
import { formatMoment } from '../../lib/format';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const activated = (host: FakeHost) =>
  host.calls.find(({ name }) => name === 'webtool.activateVersion')?.params;

const PAGE = '/servers?server=webtool-1';
const withWebtool: FakeOptions = {
  change: (world) => {
    world.webtools.push(webtool());
    world.tools.push(...webtoolTools());
  },
};
const page = () => screen.findByRole('region', { name: 'About Weather webtool' });

test('a webtool stands among the servers, and its actions among the tools', async () => {
  renderApp('/servers', withWebtool);
  const row = await screen.findByRole('option', { name: `Weather webtool, ${t('shared.webtool.blocked')}` });
  expect(row.textContent).toContain('https://weather.example.com/v2');
  expect(row.textContent).toContain('2 actions');
});

test('an address with a webtool is recognised, shown whole, and added only then', async () => {
  const { user, host } = renderApp('/servers');
  await user.click(await screen.findByRole('button', { name: 'Add a server' }));
  await user.click(await screen.findByRole('radio', { name: 'Network address' }));
  await user.type(screen.getByLabelText('Address'), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webtool' }));
  expect(dialog.getByRole('status').textContent).toContain('weather_desk 2.0.3');
  expect(dialog.getByText(/^It asks for API key\./)).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'server.test')).toBe(false);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Add and pin 2.0.3' }));
  expect(await page()).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'webtool.add')?.params).toMatchObject({
    sha256: 'e94b17',
    token: null,
  });
});

/** What is shown of a document the person opens from a file. */
async function opened(user: ReturnType<typeof renderApp>['user'], file: File) {
  await user.click(await screen.findByRole('button', { name: 'Add a server' }));
  await screen.findByRole('button', { name: 'Open a file' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('there is no field for a file');
  await user.upload(input, file);
  return within(await screen.findByRole('dialog', { name: 'Add an API as webtool' }));
}

test('an OpenAPI document in YAML comes from a file as well', async () => {
  const { user, host } = renderApp('/servers');
  const text = '# Ours\nopenapi: 3.1.0\ninfo: { title: Shop, version: 7 }\npaths: {}\n';
  const dialog = await opened(user, new File([text], 'shop.yaml', { type: 'application/yaml' }));
  expect(dialog.getByRole('status').textContent).toContain('Shop 7 with 1 action');
  expect(host.calls.find(({ name }) => name === 'webtool.parse')?.params).toEqual({ text });
});

test('an OpenAPI document comes from a file, and calls go to the server the person chooses', async () => {
  const { user, host } = renderApp('/servers');
  const text = '{"openapi":"3.1.0","info":{"title":"Shop","version":"7"},"paths":{}}';
  const dialog = await opened(user, new File([text], 'shop.json', { type: 'application/json' }));
  expect(dialog.getByRole('status').textContent).toContain('Shop 7 with 1 action');
  await user.click(dialog.getByText('1 operation left out, because Usher cannot run them'));
  expect(dialog.getByText('POST /upload').closest('li')?.textContent).toContain(
    'a body that no form can make',
  );
  await expectAccessible();
  const base = dialog.getByRole('combobox', { name: 'Calls go to' });
  await user.clear(base);
  await user.type(base, 'https://us');
  await user.click(await screen.findByRole('option', { name: 'https://us.shop.example/' }));
  await user.click(dialog.getByRole('button', { name: 'Add and pin 7' }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.add')?.params).toMatchObject({
      sha256: '77aa01',
      base: 'https://us.shop.example/',
    }),
  );
});

test('a silent change is stopped, shown with what is hidden in it, and the old one kept', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const about = await page();
  const notice = within(await within(about).findByRole('alert'));
  expect(notice.getByText('It was changed silently.')).toBeTruthy();
  await user.click(notice.getByRole('button', { name: 'Review the changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: /changed since you reviewed it/ }));
  expect((await dialog.findByText('Contains hidden characters.')).closest('li')?.textContent).toContain(
    '1 zero-width character',
  );
  const table = await dialog.findByRole('table');
  expect(table.textContent).toContain('U+200B');
  await expectAccessible();
  await user.click(dialog.getByRole('radio', { name: 'Raw' }));
  expect(dialog.getByLabelText(t('shared.diff.jsonAfter')).textContent).toContain('~/.ssh/config');
  await user.click(dialog.getByRole('button', { name: 'Keep the old one' }));
  await waitFor(() => expect(within(about).queryByRole('alert')).toBeNull());
  expect(activated(host)).toBeUndefined();
});

test('an older version is accepted only by a second press', async () => {
  const { user, host } = renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      if (one.snapshot.checked?.found.kind === 'other') one.snapshot.checked.found.change = 'downgraded';
      world.webtools.push(one);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Review the changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: /changed since/ }));
  await dialog.findByRole('table');
  await user.click(dialog.getByRole('button', { name: 'Accept the older one' }));
  expect(activated(host)).toBeUndefined();
  await user.click(dialog.getByRole('button', { name: 'Yes, go back to it' }));
  await waitFor(() => expect(activated(host)).toMatchObject({ pinId: 3 }));
});

test('it is configured by its own form, and its credentials only ever go in', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const section = within(await screen.findByRole('region', { name: 'Configuration' }));
  const key = await section.findByLabelText<HTMLInputElement>(/API key/, { selector: 'input' });
  expect(key.value).toBe('');
  expect(key.placeholder).toBe('kept in the system keyring');
  await expectAccessible();
  await user.type(key, 'k-1');
  await user.click(section.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.configure')?.params).toMatchObject({
      config: { units: 'metric', days: 3 },
      secrets: [{ pointer: '/apiKey', change: { kind: 'set', value: 'k-1' } }],
      token: { kind: 'keep' },
    }),
  );
  expect(key.value).toBe('');
});

test('an older version is compared and used again', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const versions = within(await screen.findByRole('region', { name: 'Versions' }));
  await user.click(await versions.findByRole('button', { name: /Compare 1\.9\.0/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /another version/ }));
  await dialog.findByRole('table');
  await user.click(dialog.getByRole('button', { name: 'Use this version' }));
  await waitFor(() => expect(activated(host)).toMatchObject({ pinId: 1 }));
});

test('the person sets how often a new version is looked for', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const section = within(await screen.findByRole('region', { name: 'Configuration' }));
  await user.click(await section.findByRole('combobox', { name: 'Look for a new version' }));
  await user.click(await screen.findByRole('option', { name: 'every day' }));
  await user.click(section.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.configure')?.params).toMatchObject({
      checkEveryHours: 24,
    }),
  );
});

test.each([
  ['gone', 'The server does not have it any more'],
  ['failed', 'Looking for a new version came to nothing'],
] as const)('what is %s says since when it is not verified', async (kind, words) => {
  const verifiedAt = Date.UTC(2026, 0, 5, 12);
  renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      one.snapshot.state = { kind: 'ready' };
      one.snapshot.checked = {
        at: Date.UTC(2026, 1, 4, 12),
        found: { kind, message: 'It answered with HTTP status 404.' },
      };
      one.snapshot.verifiedAt = verifiedAt;
      world.webtools.push(one);
    },
  });
  const about = await page();
  const note = (await within(about).findByText(words)).closest('[role="status"]');
  expect(note?.textContent).toContain(`not verified since ${formatMoment(verifiedAt)}`);
  expect(note?.textContent).toContain('HTTP status 404');
});

test('what hides in a document is told before it is added', async () => {
  const { user, host } = renderApp('/servers');
  host.on('webtool.discover', () => {
    const { document } = webtool();
    if (document === null) throw new Error('The fake webtool has a document.');
    const url = 'https://weather.example.com/v2';
    const text = '{ "description": "The weather.\u200b" }';
    const deceits = { hidden: ['1 zero-width character'], mixed: ['p\u0430y'] };
    const preview = { sha256: 'e94b17', url, finalUrl: `${url}/`, document, bases: [url], text, ...deceits };
    return { kind: 'webtool', preview };
  });
  await user.click(await screen.findByRole('button', { name: 'Add a server' }));
  await user.click(await screen.findByRole('radio', { name: 'Network address' }));
  await user.type(screen.getByLabelText('Address'), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webtool' }));
  const first = dialog.getByRole('list', { name: t('shared.diff.summary') });
  expect(first.textContent).toContain('Contains hidden characters. Shown below: 1 zero-width character');
  expect(first.textContent).toContain('Contains look-alike letters.');
  const text = await dialog.findByLabelText('The exact text');
  expect(text.querySelector('.code-point')?.textContent, 'and shown where it stands').toBe('U+200B');
  await expectAccessible();
});

test.each([
  ['broken', 'version is no semantic version: latest', 'alert', 'A webtool that cannot be used.'],
  ['nothing', 'What it answered is no JSON.', null, 'It is no webtool either.'],
] as const)('an address with a webtool that is %s says so in words', async (kind, message, role, words) => {
  const { user, host } = renderApp('/servers');
  host.on('webtool.discover', () => ({ kind, message: `${message}\u202E` }));
  host.on('server.test', () => ({
    steps: [{ name: 'Handshake', passed: false, durationMs: 2, note: null }],
    durationMs: 2,
    negotiated: null,
    counts: { tools: null, resources: null, templates: null, prompts: null },
    failure: {
      kind: 'other',
      summary: 'It does not speak MCP.',
      nextStep: 'Check the address.',
      detail: null,
      stderr: [],
    },
    stderr: [],
  }));
  await user.click(await screen.findByRole('button', { name: 'Add a server' }));
  await user.click(await screen.findByRole('radio', { name: 'Network address' }));
  await user.type(screen.getByLabelText('Address'), 'https://weather.example.com/fails');
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const note = (await screen.findByText(words)).closest('.note');
  expect(note?.textContent).toBe(`${words} ${message}U+202E`);
  expect(note?.getAttribute('role') ?? null).toBe(role);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
});

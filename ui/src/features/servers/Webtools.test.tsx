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
const page = () =>
  screen.findByRole('region', { name: t('servers.page.label', { server: 'Weather webtool' }) });

test('a webtool stands among the servers, and its actions among the tools', async () => {
  renderApp('/servers', withWebtool);
  const row = await screen.findByRole('option', { name: 'Weather webtool, Stopped' });
  expect(row.textContent).toContain('https://weather.example.com/v2');
  expect(row.textContent).toContain(t('servers.list.actions', { count: 2 }));
});

test('an action of a webtool says where it goes and what is pinned', async () => {
  renderApp('/tools?server=webtool-1&item=forecast', withWebtool);
  expect(await screen.findByText(/https:\/\/weather\.example\.com\/v2 · pinned 2\.0\.3/)).toBeTruthy();
  expect(await screen.findByLabelText(/place/i)).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Policy of this tool: / })).toBeTruthy();
});

test('an address with a webtool is recognised, shown whole, and added only then', async () => {
  const { user, host } = renderApp('/servers');
  await user.click(await screen.findByRole('button', { name: t('serverForm.title.add') }));
  await user.click(await screen.findByRole('radio', { name: t('serverForm.fields.http') }));
  await user.type(screen.getByLabelText(t('common.url')), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: t('serverForm.test.run') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('servers.webtool.found.title') }));
  expect(dialog.getByRole('status').textContent).toContain('weather_desk 2.0.3');
  expect(dialog.getByText(t('servers.webtool.found.asksCredentials', { names: 'API key' }))).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'server.test')).toBe(false);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
  await expectAccessible();
  await user.click(
    dialog.getByRole('button', { name: t.markup('servers.webtool.found.add', { version: () => '2.0.3' }) }),
  );
  expect(await page()).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'webtool.add')?.params).toMatchObject({
    sha256: 'e94b17',
    token: null,
  });
});

/** What is shown of a document the person opens from a file. */
async function opened(user: ReturnType<typeof renderApp>['user'], file: File) {
  await user.click(await screen.findByRole('button', { name: t('serverForm.title.add') }));
  await screen.findByRole('button', { name: t('serverForm.paste.openFile') });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('there is no field for a file');
  await user.upload(input, file);
  return within(await screen.findByRole('dialog', { name: t('servers.webtool.found.titleApi') }));
}

test('an OpenAPI document in YAML comes from a file as well', async () => {
  const { user, host } = renderApp('/servers');
  const text = '# Ours\nopenapi: 3.1.0\ninfo: { title: Shop, version: 7 }\npaths: {}\n';
  const dialog = await opened(user, new File([text], 'shop.yaml', { type: 'application/yaml' }));
  expect(dialog.getByRole('status').textContent).toContain(
    `Shop 7 ${t('servers.webtool.found.actions', { count: 1 })}`,
  );
  expect(host.calls.find(({ name }) => name === 'webtool.parse')?.params).toEqual({ text });
});

test('an OpenAPI document comes from a file, and calls go to the server the person chooses', async () => {
  const { user, host } = renderApp('/servers');
  const text = '{"openapi":"3.1.0","info":{"title":"Shop","version":"7"},"paths":{}}';
  const dialog = await opened(user, new File([text], 'shop.json', { type: 'application/json' }));
  expect(dialog.getByRole('status').textContent).toContain(
    `Shop 7 ${t('servers.webtool.found.actions', { count: 1 })}`,
  );
  await user.click(dialog.getByText(t('servers.webtool.found.skipped', { count: 1 })));
  expect(dialog.getByText('POST /upload').closest('li')?.textContent).toContain(
    'a body that no form can make',
  );
  await expectAccessible();
  const base = dialog.getByRole('combobox', { name: t('servers.webtool.baseUrl') });
  await user.clear(base);
  await user.type(base, 'https://us');
  await user.click(await screen.findByRole('option', { name: 'https://us.shop.example/' }));
  await user.click(
    dialog.getByRole('button', { name: t.markup('servers.webtool.found.add', { version: () => '7' }) }),
  );
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
  expect(notice.getByText(t('servers.webtool.notice.silent'))).toBeTruthy();
  await user.click(notice.getByRole('button', { name: t('servers.webtool.reviewChanges') }));
  const dialog = within(
    await screen.findByRole('dialog', {
      name: t('servers.webtool.compare.changed', { webtool: 'Weather webtool' }),
    }),
  );
  expect((await dialog.findByText('Hides text from you.')).closest('li')?.textContent).toContain(
    '1 zero-width character',
  );
  const table = await dialog.findByRole('table');
  expect(table.textContent).toContain('U+200B');
  await expectAccessible();
  await user.click(dialog.getByRole('radio', { name: t('common.rawJson') }));
  expect(dialog.getByLabelText('As JSON, now').textContent).toContain('~/.ssh/config');
  await user.click(dialog.getByRole('button', { name: t('servers.webtool.keep') }));
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
  await user.click(await screen.findByRole('button', { name: t('servers.webtool.reviewChanges') }));
  const dialog = within(
    await screen.findByRole('dialog', {
      name: t('servers.webtool.compare.changed', { webtool: 'Weather webtool' }),
    }),
  );
  await dialog.findByRole('table');
  await user.click(dialog.getByRole('button', { name: t('servers.webtool.compare.approveOlder') }));
  expect(activated(host)).toBeUndefined();
  await user.click(dialog.getByRole('button', { name: t('servers.webtool.compare.confirmOlder') }));
  await waitFor(() => expect(activated(host)).toMatchObject({ pinId: 3 }));
});

test('it is configured by its own form, and its credentials only ever go in', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const section = within(await screen.findByRole('region', { name: t('servers.webtool.config.title') }));
  const key = await section.findByLabelText<HTMLInputElement>(/API key/, { selector: 'input' });
  expect(key.value).toBe('');
  expect(key.placeholder).toBe(t('servers.webtool.config.stored'));
  await expectAccessible();
  await user.type(key, 'k-1');
  await user.click(section.getByRole('button', { name: t('common.save') }));
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
  const versions = within(await screen.findByRole('region', { name: t('servers.webtool.versions.title') }));
  await user.click(
    await versions.findByRole('button', {
      name: new RegExp(t('servers.webtool.versions.compareOf', { version: '1.9.0', sha256: '' })),
    }),
  );
  const dialog = within(
    await screen.findByRole('dialog', {
      name: t('servers.webtool.compare.versions', { webtool: 'Weather webtool' }),
    }),
  );
  await dialog.findByRole('table');
  await user.click(dialog.getByRole('button', { name: t('servers.webtool.compare.use') }));
  await waitFor(() => expect(activated(host)).toMatchObject({ pinId: 1 }));
});

test('the person sets how often a new version is looked for', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const section = within(await screen.findByRole('region', { name: t('servers.webtool.config.title') }));
  await user.click(await section.findByRole('combobox', { name: t('servers.webtool.config.checkEvery') }));
  await user.click(await screen.findByRole('option', { name: t('servers.webtool.config.daily') }));
  await user.click(section.getByRole('button', { name: t('common.save') }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.configure')?.params).toMatchObject({
      checkEveryHours: 24,
    }),
  );
});

test.each([
  ['gone', 'servers.webtool.notice.gone'],
  ['failed', 'servers.webtool.notice.failed'],
] as const)('what is %s says since when it is not verified', async (kind, key) => {
  const verifiedAt = Date.UTC(2026, 0, 5, 12);
  const checkedAt = Date.UTC(2026, 1, 4, 12);
  renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      one.snapshot.state = { kind: 'ready' };
      one.snapshot.checked = {
        at: checkedAt,
        found: { kind, message: 'It answered with HTTP status 404.' },
      };
      one.snapshot.verifiedAt = verifiedAt;
      world.webtools.push(one);
    },
  });
  const about = await page();
  const note = (await within(about).findByText(t(key))).closest('[role="status"]');
  expect(note?.textContent).toContain(
    t('servers.webtool.notice.verified', {
      checked: formatMoment(checkedAt),
      verified: formatMoment(verifiedAt),
    }),
  );
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
  await user.click(await screen.findByRole('button', { name: t('serverForm.title.add') }));
  await user.click(await screen.findByRole('radio', { name: t('serverForm.fields.http') }));
  await user.type(screen.getByLabelText(t('common.url')), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: t('serverForm.test.run') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('servers.webtool.found.title') }));
  const first = dialog.getByRole('list', { name: 'What to know first' });
  expect(first.textContent).toContain('Hides text from you. 1 zero-width character');
  expect(first.textContent).toContain('Uses letters that look like others.');
  const text = await dialog.findByLabelText(t('servers.webtool.document'));
  expect(text.querySelector('.code-point')?.textContent, 'and shown where it stands').toBe('U+200B');
  await expectAccessible();
});

test.each([
  ['broken', 'version is no semantic version: latest', 'alert', 'serverForm.webtool.invalid'],
  ['nothing', 'What it answered is no JSON.', null, 'serverForm.webtool.none'],
] as const)('an address with a webtool that is %s says so in words', async (kind, message, role, key) => {
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
  await user.click(await screen.findByRole('button', { name: t('serverForm.title.add') }));
  await user.click(await screen.findByRole('radio', { name: t('serverForm.fields.http') }));
  await user.type(screen.getByLabelText(t('common.url')), 'https://weather.example.com/fails');
  await user.click(screen.getByRole('button', { name: t('serverForm.test.run') }));
  const note = (await screen.findByText(t(key))).closest('.note');
  expect(note?.textContent).toBe(`${t(key)} ${message}U+202E`);
  expect(note?.getAttribute('role') ?? null).toBe(role);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
});

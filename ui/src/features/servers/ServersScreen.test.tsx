import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiError, ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { tipOf } from '../../test/tip';
import { t } from '../../words/translate';
import { formatMoment } from '../../lib/format';
import { coreMessage, messageText } from '../../words/message';

const page = (label: string) =>
  screen.findByRole('region', { name: t('servers.page.label', { server: label }) });

test('the list shows every server with its state in words', async () => {
  renderApp('/servers');
  await screen.findByRole('listbox', { name: t('common.servers') });
  expect(screen.getAllByRole('option').map((row) => row.getAttribute('aria-label'))).toEqual([
    'Demo server, Running',
    'GitHub, Running',
    'Filesystem, Starting',
    `Team calendar, ${t('shared.state.retrying')}`,
    'Team notes, Failed',
    `Postgres, ${t('shared.state.disabled')}`,
  ]);
  await expectAccessible();
});

test('a search that finds nothing offers the nearest name', async () => {
  const { user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: t('common.servers') });
  await user.keyboard('/');
  await user.keyboard('postgers');
  await user.click(await screen.findByRole('button', { name: 'Postgres' }));
  expect(screen.getAllByRole('option').map((row) => row.getAttribute('aria-label'))).toEqual([
    `Postgres, ${t('shared.state.disabled')}`,
  ]);
});

test('the page quotes what the server says about itself, with nothing hidden in it', async () => {
  renderApp('/servers?server=github');
  const about = await page('GitHub');
  const said = await within(about).findByRole('region', { name: t('common.instructions') });
  expect(said.textContent).toContain('GitHub wrote');
  expect(said.textContent).toContain('U+202E');
  expect(within(about).getByRole('region', { name: t('servers.info.title') }).textContent).toContain(
    t('servers.info.reported'),
  );
  await expectAccessible();
});

test('a failed server says why, what to do, and what it wrote last', async () => {
  const { user, host } = renderApp('/servers?server=notes');
  const about = await page('Team notes');
  const notice = await within(about).findByRole('alert');
  expect(notice.textContent).toContain('exited with code 1 before it was ready');
  expect(notice.textContent).toContain(t('core.failure.next.readStderr'));
  expect(about.textContent).toContain('Error: folder ~/notes does not exist');
  await expectAccessible();
  await user.click(within(about).getByRole('button', { name: t('common.retry') }));
  expect(host.calls.at(-1)?.name).not.toBe('server.setEnabled');
  expect(await screen.findByRole('option', { name: 'Team notes, Running' })).toBeTruthy();
});

test('the page says how a server is spoken to, and has it found out again', async () => {
  const { user, host } = renderApp('/servers?server=github');
  const state = within(await screen.findByRole('region', { name: t('servers.facts.title') }));
  expect(await state.findByText(/2025-11-25/)).toBeTruthy();
  const { verdict } = host.world.servers.find(({ snapshot }) => snapshot.id === 'github')?.detail ?? {};
  const time = formatMoment(verdict?.foundAt ?? 0);
  expect(await state.findByText(`, ${t('servers.protocol.rememberedSince', { time })}`)).toBeTruthy();
  await expectAccessible();
  await user.click(state.getByRole('button', { name: t('servers.protocol.redetect') }));
  expect(host.calls.find((call) => call.name === 'server.redetectProtocol')?.params).toEqual({
    serverId: 'github',
  });
  expect(await state.findByText(`, ${t('servers.protocol.detected')}`)).toBeTruthy();
});

const NOISE = coreMessage('repair.stdout', { lines: '100' });
const OTHER = coreMessage('repair.session');

test.each([
  ['nothing', [], []],
  ['something else', [OTHER], []],
  ['its noise', [OTHER, NOISE], [[t('servers.facts.invalidStdout'), messageText(NOISE)]]],
])(
  'beside the state stands that a server is noisy only where that is told: %s',
  async (_what, repairs, marks) => {
    const { user } = renderApp('/servers?server=github', {
      change: (world) => {
        for (const { snapshot, detail } of world.servers)
          if (snapshot.id === 'github') detail.repairs = repairs;
      },
    });
    const state = await screen.findByRole('region', { name: t('servers.facts.title') });
    await screen.findByRole('region', { name: t('servers.info.title') });
    const chips = [...state.querySelectorAll('.chip.lamp')];
    const said = [];
    for (const chip of chips) said.push([chip.textContent, await tipOf(user, chip)]);
    expect(said).toEqual(marks);
    await expectAccessible();
  },
);

test('an address that only leads to a server names the place it was found at', async () => {
  renderApp('/servers?server=wiki', {
    change: (world) => {
      const [demo] = world.servers;
      if (demo?.snapshot.negotiated == null) throw new Error('the demo server runs');
      const endpoint = { transport: 'httpSse', url: 'https://wiki.example/sse' } as const;
      world.servers.push({
        snapshot: {
          ...demo.snapshot,
          id: 'wiki' as ServerId,
          label: 'Wiki',
          origin: { kind: 'host', text: 'https://wiki.example', url: 'https://wiki.example/' },
          negotiated: { ...demo.snapshot.negotiated, found: 'chosen', endpoint },
        },
        detail: {
          ...demo.detail,
          config: { kind: 'http', url: 'https://wiki.example/', headers: [], inputs: [] },
        },
      });
    },
  });
  const state = within(await screen.findByRole('region', { name: t('servers.facts.title') }));
  const place = await state.findByText('https://wiki.example/sse');
  const foundAt = t.markup('servers.protocol.foundAt', { url: () => 'https://wiki.example/sse' });
  expect(place.parentElement?.textContent).toBe(`, ${foundAt}`);
  expect(state.getByText(/HTTP\+SSE/)).toBeTruthy();
  await expectAccessible();
});

test('a server that waits for its turn to start says so, and can be turned off', async () => {
  const { user, host } = renderApp('/servers?server=files', {
    change: (world) => {
      const files = world.servers.find(({ snapshot }) => snapshot.id === 'files');
      if (files !== undefined) files.snapshot.state = { kind: 'queued', sinceAt: Date.now() };
    },
  });
  expect(await screen.findByRole('option', { name: `Filesystem, ${t('shared.state.queued')}` })).toBeTruthy();
  const about = await page('Filesystem');
  const notice = await within(about).findByRole('note');
  expect(within(notice).getByText(new RegExp(t('servers.state.queued', { duration: '.*' })))).toBeTruthy();
  await expectAccessible();
  await user.click(within(notice).getByRole('button', { name: t('common.cancel') }));
  expect(host.calls.find(({ name }) => name === 'server.setEnabled')?.params).toEqual({
    serverId: 'files',
    enabled: false,
  });
});

test('the log level of a server that logs is chosen on its page', async () => {
  const { user, host } = renderApp('/servers?server=demo&tab=logs');
  const field = await screen.findByRole('combobox', {
    name: t('servers.diagnostics.level', { server: 'Demo server' }),
  });
  expect((field as HTMLInputElement).value).toBe(t('common.levelAndAbove', { level: 'info' }));
  field.focus();
  await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
  const set = host.calls.find(({ name }) => name === 'server.setLogLevel');
  expect(set?.params).toEqual({ serverId: 'demo', level: 'warning' });
  await waitFor(() =>
    expect((field as HTMLInputElement).value).toBe(t('common.levelAndAbove', { level: 'warning' })),
  );
  await expectAccessible();
});

test('a server is turned off with its switch', async () => {
  const { user } = renderApp('/servers?server=github');
  await user.click(
    await screen.findByRole('switch', { name: t('servers.page.enabledOf', { server: 'GitHub' }) }),
  );
  expect(await screen.findByRole('option', { name: `GitHub, ${t('shared.state.disabled')}` })).toBeTruthy();
  expect(await screen.findByRole('button', { name: t('common.enable') })).toBeTruthy();
});

test('a locked keyring is named where servers wait for it, with both ways on', async () => {
  const { user, host } = renderApp('/servers');
  host.emit({
    kind: 'keyringChanged',
    status: {
      state: { kind: 'locked', message: coreMessage('keyring.locked') },
      keepingForThisRun: false,
      waitingServers: 3,
    },
  });
  host.world.keyring = {
    state: { kind: 'locked', message: coreMessage('keyring.locked') },
    keepingForThisRun: false,
    waitingServers: 3,
  };
  const list = await screen.findByRole('region', { name: t('common.servers') });
  expect(await within(list).findByText(t('shared.keyring.locked'))).toBeTruthy();
  expect(within(list).getByRole('button', { name: t('shared.keyring.keepInMemory') })).toBeTruthy();
  await expectAccessible();
  await user.click(within(list).getByRole('button', { name: t('shared.keyring.unlock') }));
  await waitFor(() => expect(screen.queryByText(t('shared.keyring.locked'))).toBeNull());
});

test('a list that cannot be read says why and is read again when asked', async () => {
  const { user, host } = renderApp('/servers', {
    on: {
      'server.list': () =>
        Promise.reject({
          code: 'storeUnwritable',
          message: coreMessage('verbatim', { text: 'The disk is full.' }),
        } satisfies ApiError),
    },
  });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('The disk is full.');
  await expectAccessible();
  host.on('server.list', () => host.world.servers.map(({ snapshot }) => snapshot));
  await user.click(screen.getByRole('button', { name: t('common.retry') }));
  expect(await screen.findByRole('option', { name: 'GitHub, Running' })).toBeTruthy();
});

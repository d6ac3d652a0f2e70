import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PinId, WebtoolSnapshot, WebtoolStanding } from '../../api/generated/contract';
import { NOW } from '../../host/fake/servers';
import { webtool, webtoolTools } from '../../host/fake/webtools';
import type { FakeHost, FakeOptions } from '../../host/fake';
import { formatMoment } from '../../lib/format';
import { agree } from '../../test/agree';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
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
  const row = await screen.findByRole('option', { name: `Weather webtool, ${t('shared.webtool.blocked')}` });
  expect(row.textContent).toContain('https://weather.example.com/v2');
  expect(row.textContent).toContain(t('servers.list.actions', { count: 2 }));
});

test('the review of a blocked change is among the approvals', async () => {
  const { user } = renderApp(PAGE, withWebtool);
  const notice = within(await within(await page()).findByRole('alert'));
  expect(notice.getByText(t('servers.webtool.notice.silent'))).toBeTruthy();
  await user.click(notice.getByRole('button', { name: t('servers.webtool.reviewChanges') }));
  const name = t.markup('approvals.need.heading.unversioned', { server: () => 'Weather webtool' });
  expect(await screen.findByRole('article', { name })).toBeTruthy();
});

test('it is configured by its own form, and its credentials only ever go in', async () => {
  const { user, host } = renderApp(`${PAGE}&tab=configuration`, withWebtool);
  const section = within(await screen.findByRole('region', { name: t('common.configuration') }));
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
  const { user, host } = renderApp(`${PAGE}&tab=versions`, withWebtool);
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
  await agree(user, t('servers.webtool.compare.use'));
  await waitFor(() => expect(activated(host)).toMatchObject({ pinId: 1 }));
});

test('the person sets how often a new version is looked for', async () => {
  const { user, host } = renderApp(`${PAGE}&tab=configuration`, withWebtool);
  const section = within(await screen.findByRole('region', { name: t('common.configuration') }));
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
        found: {
          kind,
          message: coreMessage('webtools.fetch.gone', { url: 'https://weather.example.com/', status: '404' }),
        },
      };
      one.snapshot.verifiedAt = verifiedAt;
      world.webtools.push(one);
    },
  });
  const about = await page();
  const note = (await within(about).findByText(t(key))).closest('[role="note"]');
  expect(note?.textContent).toContain(
    t('servers.webtool.notice.verified', {
      checked: formatMoment(checkedAt),
      verified: formatMoment(verifiedAt),
    }),
  );
  expect(note?.textContent).toContain('HTTP status 404');
});

test('a removed webtool comes back by a press, and is deleted only afterwards', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const more = t('servers.page.more', { server: 'Weather webtool' });
  await user.click(await screen.findByRole('button', { name: more }));
  await user.click(await screen.findByRole('menuitem', { name: t('common.remove') }));
  await waitFor(() => expect(screen.queryByRole('option', { name: /Weather webtool/ })).toBeNull());
  await user.click(await screen.findByRole('button', { name: t('common.undo') }));
  expect(await screen.findByRole('option', { name: /Weather webtool/ })).toBeTruthy();
  expect(
    host.calls.map(({ name }) => name).filter((name) => /^webtool\.(remove|setEnabled)/.test(name)),
  ).toEqual(['webtool.setEnabled', 'webtool.setEnabled']);
});

test('a check that finds nothing new says so, with the time of the check', async () => {
  const { user } = renderApp(PAGE, withWebtool);
  await user.click(await screen.findByRole('button', { name: t('servers.webtool.page.check') }));
  expect(
    await screen.findByText(t('servers.webtool.page.identical', { webtool: 'Weather webtool' })),
  ).toBeTruthy();
  expect(
    await screen.findByText(new RegExp(`, ${t('servers.webtool.versions.result.identical')}`)),
  ).toBeTruthy();
});

type Found = NonNullable<WebtoolSnapshot['checked']>['found'];
const pinId = 3 as PinId;
const message = coreMessage('webtools.fetch.gone', { url: 'https://weather.example.com/', status: '404' });

test.each<[string, Found]>([
  ['identical', { kind: 'identical' }],
  ['reformatted', { kind: 'reformatted' }],
  ['declined', { kind: 'other', pinId, change: 'newer', keptOld: true }],
  ['newer', { kind: 'other', pinId, change: 'newer', keptOld: false }],
  ['silent', { kind: 'other', pinId, change: 'silent', keptOld: false }],
  ['downgraded', { kind: 'other', pinId, change: 'downgraded', keptOld: false }],
  ['gone', { kind: 'gone', message }],
  ['failed', { kind: 'failed', message }],
])('a check from the menu of a row says what came of it: %s', async (outcome, found) => {
  const { user, host } = renderApp('/servers', withWebtool);
  host.on('webtool.check', () => ({ ...webtool().snapshot, checked: { at: NOW, found } }));
  fireEvent.contextMenu(await screen.findByRole('option', { name: /Weather webtool/ }));
  await user.click(await screen.findByRole('menuitem', { name: t('servers.webtool.page.check') }));
  const key = `servers.webtool.page.${outcome}` as 'servers.webtool.page.identical';
  expect(await screen.findByText(t(key, { webtool: 'Weather webtool' }))).toBeTruthy();
});

test.each<[Found, WebtoolStanding, string]>([
  [{ kind: 'identical' }, 'found', 'servers.webtool.versions.standing.found'],
  [{ kind: 'identical' }, 'used', 'servers.webtool.versions.standing.used'],
  [{ kind: 'identical' }, 'declined', 'servers.webtool.versions.standing.declined'],
  [{ kind: 'identical' }, 'unknown', 'servers.webtool.versions.standing.unknown'],
  [{ kind: 'other', pinId, change: 'newer', keptOld: false }, 'found', 'common.newVersion'],
  [
    { kind: 'other', pinId, change: 'newer', keptOld: true },
    'declined',
    'servers.webtool.versions.standing.declined',
  ],
  // Declined before it was recorded, and one used before the person went back.
  [
    { kind: 'other', pinId, change: 'silent', keptOld: true },
    'unknown',
    'servers.webtool.versions.standing.declined',
  ],
  [
    { kind: 'other', pinId, change: 'newer', keptOld: true },
    'used',
    'servers.webtool.versions.standing.used',
  ],
  [{ kind: 'other', pinId, change: 'silent', keptOld: false }, 'found', 'servers.webtool.versions.silent'],
  [{ kind: 'other', pinId, change: 'downgraded', keptOld: false }, 'used', 'servers.webtool.versions.older'],
])('each version says how it stands to the one in use: %o, %s', async (found, standing, said) => {
  renderApp(`${PAGE}&tab=versions`, {
    change: (world) => {
      const one = webtool();
      one.snapshot.state = { kind: 'ready' };
      one.snapshot.need = null;
      one.snapshot.checked = { at: NOW, found };
      one.pins = one.pins.map((pin) => (pin.id === pinId ? { ...pin, standing } : pin));
      world.webtools.push(one);
    },
  });
  const versions = await screen.findByRole('region', { name: t('servers.webtool.versions.title') });
  const rows = within(versions).getAllByRole('listitem');
  const standings = [said, 'servers.webtool.versions.inUse', 'servers.webtool.versions.standing.used'];
  expect(rows.map((row, at) => row.textContent.includes(t(standings[at] as 'common.newVersion')))).toEqual([
    true,
    true,
    true,
  ]);
});

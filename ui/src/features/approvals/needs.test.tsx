import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someRecords } from '../../host/fake';
import type { ServerId } from '../../api/generated/contract';
import { showReview } from '../../host/fake/pinHandlers';
import { webtool } from '../../host/fake/webtools';
import type { World } from '../../host/fake/world';
import { formatDay } from '../../lib/format';
import { agree } from '../../test/agree';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const heading = (what: 'firstLook' | 'older' | 'unversioned', server: string): string =>
  t.markup(`approvals.need.heading.${what}`, { server: () => server });

const addNote = t('approvals.need.change', { name: 'add_note', server: 'GitHub' });

/** GitHub changed one definition, and nothing else waits. */
const oneChange = (world: World): void => {
  showReview(world, 'changed');
  for (const { snapshot } of world.servers) if (snapshot.id === 'postgres') snapshot.need = null;
};

test('a changed definition is reviewed in the inbox, and the last review ends with its record', async () => {
  const { user, host } = renderApp('/approvals', { change: oneChange });
  const list = within(await screen.findByRole('group', { name: t('approvals.section.reviews') }));
  expect(list.getAllByRole('option', { name: addNote }), 'one row').toHaveLength(1);
  expect(
    [...document.querySelectorAll('.rail-count')].map((badge) => badge.textContent),
    'one badge in the rail',
  ).toEqual([expect.stringMatching(/^1 /u)]);
  const review = await screen.findByRole('article', {
    name: t('review.label', { name: 'add_note', state: t('review.state.changed') }),
  });
  await within(review).findByRole('table', { name: t('shared.diff.label') });
  expect(review.querySelectorAll('.code-point').length, 'hidden characters').toBeGreaterThan(0);
  await expectAccessible();
  await user.click(within(review).getByRole('button', { name: t('review.decide.keepBlocked') }));
  const end = await screen.findByRole('region', { name: t('review.done.all') });
  expect(document.activeElement, 'the focus is on what was decided').toBe(end);
  expect(
    within(end).getByText(t('review.done.keptBlocked', { name: 'add_note', server: 'GitHub' })),
  ).toBeTruthy();
  await expectAccessible();
  await user.click(await within(end).findByRole('button', { name: t('records.menu.showRecord') }));
  expect(
    await screen.findByRole('article', { name: t('records.recordOf', { server: 'GitHub' }) }),
  ).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'pin.accept')).toBe(false);
});

test('after a review the next waiting item is chosen, with the focus on it', async () => {
  const { user, host } = renderApp('/approvals', { change: (world) => showReview(world, 'changed') });
  await user.click(await screen.findByRole('option', { name: addNote }));
  await agree(user, t('common.approveChange'));
  const next = await screen.findByRole('article', { name: heading('firstLook', 'Postgres') });
  expect(within(next).getByRole('region', { name: t('servers.launch.title') })).toBeTruthy();
  const list = screen.getByRole('listbox', { name: t('common.approvals') });
  expect(document.activeElement).toBe(list);
  expect(
    document.querySelector(`#${CSS.escape(list.getAttribute('aria-activedescendant') ?? '')}`)?.textContent,
  ).toContain('Postgres');
  await agree(user, t('servers.launch.approve'));
  await screen.findByText(t('review.done.launch', { server: 'Postgres' }));
  expect(host.calls.find(({ name }) => name === 'pin.acceptLaunch')?.params).toMatchObject({
    fingerprint: 'f1',
  });
});

test('a webtool that went back to an older version names both versions', async () => {
  const one = webtool();
  if (one.snapshot.checked?.found.kind === 'other') one.snapshot.checked.found.change = 'downgraded';
  for (const pin of one.pins) if (pin.id === 3) pin.version = '1.9.0';
  const { user, host } = renderApp('/approvals', { change: (world) => world.webtools.push(one) });
  const pane = within(await screen.findByRole('article', { name: heading('older', 'Weather webtool') }));
  await pane.findByRole('table');
  const named = (id: number) => {
    const pin = one.pins.find((each) => each.id === id);
    return { version: pin?.version ?? '', date: formatDay(pin?.fetchedAt ?? 0) };
  };
  expect(
    await pane.findByRole('button', { name: t('servers.webtool.compare.keepVersion', named(2)) }),
  ).toBeTruthy();
  await agree(user, t('servers.webtool.compare.useServed', named(3)));
  await expect
    .poll(() => host.calls.find(({ name }) => name === 'webtool.activateVersion')?.params)
    .toMatchObject({ pinId: 3 });
});

test('a definition that was altered in the database is restored', async () => {
  const { user, host } = renderApp('/approvals', {
    change: (world) => {
      oneChange(world);
      const pin = world.pins.get('github' as ServerId)?.[0];
      if (pin === undefined) return;
      pin.item.state = { kind: 'tampered' };
      pin.restorable = true;
    },
  });
  await user.click(await screen.findByRole('button', { name: t('review.decide.restore') }));
  expect(
    await screen.findByText(t('review.done.restored', { name: 'add_note', server: 'GitHub' })),
  ).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'pin.restore')?.params).toEqual({
    serverId: 'github',
    kind: 'tool',
    name: 'add_note',
  });
});

test('J and K move among what waits, and never to what is over', async () => {
  const { user } = renderApp('/approvals', {
    change: (world) => {
      showReview(world, 'changed');
      world.approvalRecords = someRecords()
        .slice(0, 1)
        .map((record) => ({
          ...record,
          head: { ...record.head, closedAt: Date.now() },
        }));
    },
  });
  const chosen = () => screen.findByRole('option', { selected: true });
  await expect.poll(async () => (await chosen()).textContent).toContain('add_note');
  await user.keyboard('jjj');
  expect((await chosen()).textContent).toContain('Postgres');
  await user.keyboard('kk');
  expect((await chosen()).textContent).toContain('add_note');
});

test('what a server or webtool waits for is listed and reviewed there', async () => {
  const { user, host } = renderApp('/approvals', {
    change: (world) => {
      world.webtools.push(webtool());
      const github = world.servers.find(({ snapshot }) => snapshot.label === 'GitHub');
      if (github !== undefined) {
        github.snapshot.state = {
          kind: 'needsSignIn',
          reason: coreMessage('failure.unauthorized', { place: 'https://mcp.github.example' }),
        };
        github.snapshot.need = 'signIn';
        github.snapshot.needsSince = Date.now() - 65_000;
      }
    },
  });
  const list = await screen.findByRole('group', { name: t('approvals.section.reviews') });
  expect(screen.getByRole('link', { name: /^Approvals/u }).textContent, 'the rail counts them').toBe(
    'Approvals2 pending',
  );
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/GitHub1:0/u), expect.stringContaining('Weather webtool')]);
  expect(screen.queryByText(t('approvals.empty.title'))).toBeNull();
  await user.click(within(list).getByRole('option', { name: heading('unversioned', 'Weather webtool') }));
  const pane = within(
    await screen.findByRole('article', { name: heading('unversioned', 'Weather webtool') }),
  );
  expect(pane.getByText(webtool().snapshot.base), 'where its calls go').toBeTruthy();
  expect(pane.getByText(new RegExp(`^${t('approvals.request.since', { time: '' })}`, 'u'))).toBeTruthy();
  expect(pane.getByText(t('approvals.need.webtoolHelp'))).toBeTruthy();
  await expectAccessible();
  await pane.findByText('Contains hidden characters.');
  expect((await pane.findByRole('table')).textContent).toContain('U+200B');
  await user.click(pane.getByRole('radio', { name: t('common.rawJson') }));
  expect(pane.getByLabelText(t('shared.diff.jsonAfter')).textContent).toContain('~/.ssh/config');
  await user.click(pane.getByRole('button', { name: t('servers.webtool.keep') }));
  await screen.findByRole('article', {
    name: t.markup('approvals.need.heading.signIn', { server: () => 'GitHub' }),
  });
  expect(host.calls.some(({ name }) => name === 'webtool.activateVersion')).toBe(false);
});

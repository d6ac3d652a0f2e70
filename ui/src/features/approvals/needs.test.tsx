import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { someRecords } from '../../host/fake';
import type { ServerId } from '../../api/generated/contract';
import { showReview } from '../../host/fake/pinHandlers';
import { newPins } from '../../host/fake/pins';
import { webtool } from '../../host/fake/webtools';
import type { World } from '../../host/fake/world';
import { formatDay } from '../../lib/format';
import { agree } from '../../test/agree';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const heading = (what: 'firstLook' | 'older' | 'unversioned', server: string): string =>
  t.markup(`approvals.need.heading.${what}`, { server: () => server });

const itemNamed = (name: string, state: 'changed' | 'new'): string =>
  t('review.label', { name, state: t(`review.state.${state}`) });

/** GitHub's definitions are to be reviewed, and nothing else waits. */
const onlyDefinitions = (world: World): void => {
  showReview(world, 'changed');
  for (const { snapshot } of world.servers) if (snapshot.id === 'postgres') snapshot.need = null;
};

/** New definitions of another server, one of which is destructive and one of which hides text. */
const anotherServer = (world: World): void => {
  const notes = 'notes' as ServerId;
  world.tools = world.tools.filter(({ head }) => head.serverId !== notes);
  for (const destructive of [true, false]) {
    const tool = structuredClone(world.tools[0]);
    if (tool === undefined) continue;
    tool.head.serverId = notes;
    tool.head.name = destructive ? 'delete_all' : 'list_all';
    tool.head.annotations = { readOnly: !destructive, destructive, idempotent: null, openWorld: null };
    world.tools.push(tool);
  }
  world.pins.set(notes, newPins(['delete_all', 'list_all', 'odd']));
  const odd = world.pins.get(notes)?.[2];
  if (odd !== undefined) odd.item.single = ['hiddenText'];
  const { snapshot } = world.servers.find((one) => one.snapshot.id === notes) ?? {};
  if (snapshot === undefined) return;
  snapshot.state = { kind: 'running', sinceAt: 0, pid: 1 };
  snapshot.review = { new: 3, changed: 0, gone: 0, keptOld: 0 };
};

const badges = (): (string | null)[] =>
  [...document.querySelectorAll('.rail-count')].map((badge) => badge.textContent);

test('the definitions of all servers are one entry with their effects, and take few clicks', async () => {
  const { user, host } = renderApp('/approvals', {
    change: (world) => {
      onlyDefinitions(world);
      anotherServer(world);
    },
  });
  const list = within(await screen.findByRole('group', { name: t('approvals.section.reviews') }));
  const title = t('common.definitionsToReview', { count: 7 });
  const row = await list.findByRole('option', { name: title });
  expect(list.getAllByRole('option'), 'one row').toHaveLength(1);
  expect(row.textContent).toContain('GitHub and Team notes');
  const effects = [t('review.changed', { count: 1 }), t('review.destructive', { count: 7, destructive: 1 })];
  expect(row.textContent).toContain(effects.join(' · '));
  expect(badges(), 'one badge in the rail').toEqual([expect.stringMatching(/^1 /u)]);
  const pane = within(await screen.findByRole('article', { name: title }));
  expect(pane.getAllByRole('option').map((each) => each.getAttribute('aria-label'))).toEqual([
    itemNamed('add_note', 'changed'),
    itemNamed('share_note', 'new'),
    itemNamed('note://{id}/history', 'new'),
    t('review.label', { name: 'pin_note', state: t('review.state.gone') }),
    itemNamed('delete_all', 'new'),
    itemNamed('list_all', 'new'),
    itemNamed('odd', 'new'),
  ]);
  await expectAccessible();

  await agree(user, t('review.decide.approveOthers', { count: 5 }));
  const review = await screen.findByRole('article', { name: itemNamed('add_note', 'changed') });
  await within(review).findByRole('table', { name: t('shared.diff.label') });
  expect(review.querySelectorAll('.code-point').length, 'hidden characters').toBeGreaterThan(0);
  await expectAccessible();
  await user.click(within(review).getByRole('button', { name: t('review.decide.keepBlocked') }));
  await screen.findByRole('article', { name: itemNamed('odd', 'new') });
  await agree(user, t('review.decide.approve'));
  const end = await screen.findByRole('region', { name: t('review.done.all') });
  expect(document.activeElement, 'the focus is on what was decided').toBe(end);
  expect(
    within(end).getByText(t('review.done.approved', { name: 'odd', server: 'Team notes' })),
  ).toBeTruthy();
  await expectAccessible();
  expect(
    host.calls.filter(({ name }) => ['pin.accept', 'pin.dismiss'].includes(name)).map(({ params }) => params),
  ).toMatchObject([
    {
      serverId: 'github',
      items: [{ name: 'share_note' }, { name: 'note://{id}/history' }, { name: 'pin_note' }],
    },
    { serverId: 'notes', items: [{ name: 'delete_all' }, { name: 'list_all' }] },
    { serverId: 'github', items: [{ name: 'add_note' }] },
    { serverId: 'notes', items: [{ name: 'odd' }] },
  ]);
  await user.click(await within(end).findByRole('button', { name: t('records.menu.showRecord') }));
  expect(
    await screen.findByRole('article', { name: t('records.recordOf', { server: 'Team notes' }) }),
  ).toBeTruthy();
});

test('definitions that are put off wait uncounted until another one waits', async () => {
  const { user, host } = renderApp('/approvals', { change: onlyDefinitions });
  await screen.findByRole('article', { name: t('common.definitionsToReview', { count: 4 }) });
  await user.click(screen.getByRole('button', { name: t('review.later') }));
  const later = within(await screen.findByRole('group', { name: t('review.later') }));
  expect(badges()).toEqual([]);
  await screen.findByText(t('approvals.empty.title'));
  await user.click(later.getByRole('option', { name: t('common.definitionsToReview', { count: 4 }) }));
  await agree(user, t('review.decide.approveOthers', { count: 3 }));
  await screen.findByRole('article', { name: itemNamed('add_note', 'changed') });
  expect(badges(), 'less waits now').toEqual([]);
  anotherServer(host.world);
  const notes = host.world.servers.find(({ snapshot }) => snapshot.id === 'notes')?.snapshot;
  if (notes !== undefined) host.emit({ kind: 'serverChanged', server: structuredClone(notes) });
  await screen.findByRole('group', { name: t('approvals.section.reviews') });
  expect(badges()).toEqual([expect.stringMatching(/^1 /u)]);
});

test('after a review the next waiting item is chosen, with the focus on it', async () => {
  const { user, host } = renderApp('/approvals', { change: (world) => showReview(world, 'changed') });
  await user.click(await screen.findByRole('option', { name: itemNamed('add_note', 'changed') }));
  await agree(user, t('common.approveChange'));
  await agree(user, t('review.decide.approveAll', { count: 3 }));
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
      onlyDefinitions(world);
      const pin = world.pins.get('github' as ServerId)?.[0];
      if (pin === undefined) return;
      world.pins.set('github' as ServerId, [pin]);
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
  await expect.poll(async () => (await chosen()).textContent).toContain('GitHub');
  await user.keyboard('jjj');
  expect((await chosen()).textContent).toContain('Postgres');
  await user.keyboard('kk');
  expect((await chosen()).textContent).toContain('GitHub');
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

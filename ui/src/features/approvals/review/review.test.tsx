import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../../api/generated/contract';
import { showReview } from '../../../host/fake/pinHandlers';
import { fail } from '../../../host/fake/serverHandlers';
import { agree } from '../../../test/agree';
import { appears, pass, stopClock } from '../../../test/clock';
import { expectAccessible, renderApp } from '../../../test/render';
import { formatMoment } from '../../../lib/format';
import { coreMessage } from '../../../words/message';
import { t } from '../../../words/translate';

const GITHUB = 'github' as ServerId;

const changed = () =>
  renderApp('/approvals?server=github', { change: (world) => showReview(world, 'changed') });

type State = 'changed' | 'gone' | 'keptOld' | 'new' | 'unchanged' | 'unlikeBrought';

/** The accessible name of an item in a state. */
const named = (name: string, state: State): string =>
  t('review.label', { name, state: t(`review.state.${state}`) });

test('what changed comes first, in words, then side by side, and hidden characters can be seen', async () => {
  const { user } = changed();
  const item = await screen.findByRole('article', { name: named('add_note', 'changed') });
  expect(within(item).getByRole('heading').textContent).toBe(`add_note ${t('review.state.changed')}`);
  const words = within(await within(item).findByRole('list', { name: t('shared.diff.summary') }));
  expect(words.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Contains hidden characters. Shown below: 3 zero-width characters',
    'Parameter context added',
    'Parameter context is now required',
    'Description changed',
    t('core.difference.claim.openWorld'),
  ]);
  const rows = within(within(item).getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.children[0]?.textContent)).toEqual([
    'Field',
    'contextinputSchema',
    'requiredinputSchema',
    'description',
    'openWorldHintannotations',
  ]);
  expect(rows[3]?.querySelectorAll('.code-point')).toHaveLength(3);
  expect(within(item).getByText(/^2 unchanged fields/).textContent).toContain('name and title');
  await user.click(within(item).getByRole('button', { name: t('review.same.show') }));
  expect(within(item).getByText('Add a note').tagName).toBe('DD');
  await user.click(within(item).getByRole('radio', { name: t('common.rawJson') }));
  expect(within(item).getByLabelText(t('shared.diff.jsonAfter')).textContent).toContain(
    '"openWorldHint": true',
  );
  await expectAccessible();
});

test('everything the server declares is listed, the most urgent first', async () => {
  changed();
  await screen.findByRole('article', { name: named('add_note', 'changed') });
  const names = [
    named('add_note', 'changed'),
    named('share_note', 'new'),
    named('note://{id}/history', 'new'),
    named('pin_note', 'gone'),
    named('list_notes', 'unchanged'),
    named('read_note', 'unchanged'),
    named('search_notes', 'unchanged'),
    named('delete_note', 'unchanged'),
    named('tag_note', 'unchanged'),
    named('export_notes', 'unchanged'),
    named('Instructions', 'unchanged'),
  ];
  expect(screen.getAllByRole('option')).toEqual(names.map((name) => screen.getByRole('option', { name })));
});

test('keeping the old leaves it stopped; accepting the new takes exactly what was shown', async () => {
  const { user, host } = changed();
  const digest = host.world.pins.get(GITHUB)?.[0]?.item.digest;
  await screen.findByRole('article', { name: named('add_note', 'changed') });
  await user.click(await screen.findByRole('button', { name: t('review.decide.keepBlocked') }));
  await screen.findByRole('article', { name: named('share_note', 'new') });
  expect(host.calls.filter(({ name }) => name === 'pin.accept')).toEqual([]);
  expect(
    host.calls.filter(({ name }) => name === 'pin.dismiss').map(({ params }) => params),
    'the core hears of it, to record it',
  ).toEqual([{ serverId: 'github', items: [{ kind: 'tool', name: 'add_note', digest }] }]);
  await user.click(await screen.findByRole('option', { name: named('add_note', 'keptOld') }));
  const kept = await screen.findByRole('article', { name: named('add_note', 'keptOld') });
  expect(within(kept).getByText(t('common.changed'))).toBeTruthy();
  expect(
    within(kept).queryByRole('button', { name: t('review.decide.keepBlocked') }),
    'that is decided',
  ).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole('option', { name: named('share_note', 'new') }));
  await screen.findByRole('article', { name: named('share_note', 'new') });
  stopClock();
  fireEvent.click(screen.getByRole('option', { name: named('add_note', 'keptOld') }));
  const approve = await appears(() => screen.queryByRole('button', { name: t('common.approveChange') }));
  fireEvent.click(approve);
  await pass(499);
  expect(
    host.calls.some(({ name }) => name === 'pin.accept'),
    'a click meant for something else agrees to nothing',
  ).toBe(false);
  await pass(1);
  fireEvent.click(approve);
  await appears(() => screen.queryByRole('option', { name: named('add_note', 'unchanged') }));
  expect(host.calls.filter(({ name }) => name === 'pin.accept').map(({ params }) => params)).toEqual([
    { serverId: 'github', items: [{ kind: 'tool', name: 'add_note', digest }] },
  ]);
});

test('what alone differs is said, and can be approved as changing', async () => {
  const path = coreMessage('varying.differs.path', {
    subject: coreMessage('difference.place.description'),
    old: '`/home/ada`',
    new: '`/srv`',
  });
  const { user, host } = renderApp('/approvals?server=github', {
    change: (world) => {
      showReview(world, 'changed');
      const pin = world.pins.get(GITHUB)?.[0];
      if (pin !== undefined) pin.differs = [path];
    },
  });
  const digest = host.world.pins.get(GITHUB)?.[0]?.item.digest;
  const item = await screen.findByRole('article', { name: named('add_note', 'changed') });
  const said = within(item).getByRole('region', { name: t('review.varying.differs') });
  expect(within(said).getByRole('listitem').textContent).toBe(
    'Description: a path differs, from /home/ada to /srv',
  );
  await expectAccessible();
  await agree(user, t('review.decide.allowVarying'));
  await user.click(await screen.findByRole('option', { name: named('add_note', 'unchanged') }));
  await screen.findByRole('region', { name: t('review.varying.accepted') });
  expect(screen.queryByRole('button', { name: t('review.decide.allowVarying') })).toBeNull();
  expect(host.calls.filter(({ name }) => name === 'pin.acceptVarying').map(({ params }) => params)).toEqual([
    { serverId: 'github', item: { kind: 'tool', name: 'add_note', digest } },
  ]);
});

test('what changed otherwise cannot be approved as changing', async () => {
  changed();
  await screen.findByRole('button', { name: t('common.approveChange') });
  expect(screen.queryByRole('button', { name: t('review.decide.allowVarying') })).toBeNull();
});

test('what is new is taken by one click, what was stopped is not', async () => {
  const { user } = changed();
  await agree(user, t('review.decide.approveOthers', { count: 3 }));
  await screen.findByRole('option', { name: named('share_note', 'unchanged') });
  expect(screen.queryByRole('option', { name: /pin_note/ }), 'what is gone is forgotten').toBeNull();
  expect(
    screen.queryByRole('option', { name: named('add_note', 'changed') }),
    'it is still stopped',
  ).not.toBeNull();
});

test('what can no longer be taken together is asked for anew, so that the rest can', async () => {
  const { user, host } = changed();
  await screen.findByRole('button', { name: t('review.decide.approveOthers', { count: 3 }) });
  const listed = () => host.calls.filter(({ name }) => name === 'pin.list').length;
  const before = listed();
  host.on('pin.accept', () => fail('needsReview', 'request.review.single'));
  await agree(user, t('review.decide.approveOthers', { count: 3 }));
  await waitFor(() => expect(listed()).toBeGreaterThan(before));
});

test('a new server asks for its review, which is one click or one at a time', async () => {
  const { user } = renderApp('/servers?server=github', { change: (world) => showReview(world, 'new') });
  await screen.findByText(t('servers.review.unreviewed', { count: 3 }));
  expect(screen.getByRole('option', { name: /GitHub/ }).textContent).toContain(
    t('common.toReview', { count: 3 }),
  );
  await agree(user, t('servers.review.approveAll'));
  await expect.poll(() => screen.queryByText(t('servers.review.unreviewed', { count: 3 }))).toBeNull();
});

test('of what a setup file brought, the same is taken at once, and what differs is looked at alone', async () => {
  const { user } = renderApp('/approvals?server=github', {
    change: (world) => showReview(world, 'brought'),
  });
  const item = await screen.findByRole('article', { name: named('add_note', 'unlikeBrought') });
  expect(within(item).getByText(/^reviewed on .* according to the import$/)).toBeTruthy();
  await within(item).findByText(t('review.column.imported'));
  expect(within(item).queryByText(t('common.changed')), 'it was never used here').toBeNull();
  await expectAccessible();
  await agree(user, t('review.decide.approveOthers', { count: 3 }));
  await screen.findByRole('option', { name: named('list_notes', 'unchanged') });
  expect(screen.queryByRole('option', { name: named('add_note', 'unlikeBrought') })).not.toBeNull();
  await agree(user, t('review.decide.approve'));
  await screen.findByRole('option', { name: named('add_note', 'unchanged') });
});

test('a tool nobody has looked at leads to its review', async () => {
  const { user, host } = renderApp('/tools', { change: (world) => showReview(world, 'new') });
  const tool = host.world.tools.find(({ head }) => head.serverId === GITHUB);
  const name = tool?.head.name ?? '';
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await screen.findByText(t('shared.review.required'));
  await user.click(screen.getByRole('button', { name: `${t('common.review')} Ctrl ↵` }));
  await screen.findByRole('article', { name: named(name, 'new') });
  await agree(user, t('review.decide.approve'));
  await screen.findByRole('option', { name: named(name, 'unchanged') });
  expect(host.world.pins.get(GITHUB)?.filter(({ item }) => item.state.kind === 'unchanged')).toHaveLength(1);
});

test('a server that is started in another way shows exactly what, and is agreed to there', async () => {
  const { user, host } = renderApp('/servers?server=postgres', {
    change: (world) => showReview(world, 'changed'),
  });
  const part = within(await screen.findByRole('region', { name: t('servers.launch.title') }));
  await part.findByRole('table');
  expect(part.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Argument 4 changed from mcp/postgres to evil/postgres',
  ]);
  await expectAccessible();
  await agree(user, t('servers.launch.approve'));
  expect(host.calls.find(({ name }) => name === 'pin.acceptLaunch')?.params).toEqual({
    serverId: 'postgres',
    fingerprint: 'f1',
  });
});

test.each([
  ['/usr/bin/npx', { before: () => '/usr/bin/npx', now: () => '/home/ada/.local/bin/npx' }],
  [null, null],
])('another program is noted until the person knows: before %s', async (before, paths) => {
  const { user, host } = renderApp('/servers?server=github', {
    change: (world) => {
      showReview(world, 'changed');
      for (const { snapshot } of world.servers)
        if (snapshot.programChanged !== null)
          snapshot.programChanged = { ...snapshot.programChanged, before };
    },
  });
  const know = await screen.findByRole('button', { name: t('common.accept') });
  const { programChanged } =
    host.world.servers.find(({ snapshot }) => snapshot.id === GITHUB)?.snapshot ?? {};
  const words = [
    t('servers.review.executable'),
    ...(paths === null ? [] : [t.markup('servers.review.executableMoved', paths)]),
    t('servers.review.executableHelp', { time: formatMoment(programChanged?.at ?? 0) }),
  ];
  expect(know.closest('[role="note"]')?.textContent).toContain(words.join(' '));
  await user.click(know);
  await expect.poll(() => screen.queryByRole('button', { name: t('common.accept') })).toBeNull();
});

test('a review can be taken back', async () => {
  const { user, host } = changed();
  await user.click(await screen.findByRole('option', { name: named('search_notes', 'unchanged') }));
  await user.click(await screen.findByRole('button', { name: t('review.revoke.button') }));
  await screen.findByRole('option', { name: named('search_notes', 'new') });
  expect(host.calls.some(({ name }) => name === 'pin.forget')).toBe(true);
});

test('accept all leaves out what hides text, and says so', async () => {
  const { user } = renderApp('/servers?server=github', {
    change: (world) => {
      showReview(world, 'new');
      const first = world.pins.get(GITHUB)?.[0];
      if (first !== undefined) first.item.single = ['hiddenText'];
    },
  });
  await screen.findByText(t('servers.review.single', { count: 1 }));
  expect(screen.getByRole('note').textContent).toContain(t('errors.single.hiddenText'));
  await agree(user, t('servers.review.approveOthers'));
  await screen.findByText(t('servers.review.unreviewed', { count: 1 }));
});

test('a tool of another server with the same name is named, and what differs is shown', async () => {
  renderApp('/approvals?server=github', {
    change: (world) => {
      showReview(world, 'new');
      const first = world.pins.get(GITHUB)?.[0];
      if (first === undefined) return;
      first.item.single = ['nameOfAnother'];
      first.item.namesakes = ['Other notes'];
      const message = { code: 'difference.changed', params: {} };
      const difference = { path: '/description', kind: 'text' as const, message, hidden: [] };
      first.namesake = {
        serverId: 'other' as ServerId,
        label: 'Other notes',
        differences: [{ ...difference, old: 'Reads a note.', new: 'Deletes a note.' }],
        leftOut: 0,
      };
    },
  });
  const title = t.markup('review.namesake', { server: () => 'Other notes' });
  await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === title);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/^description.*Reads.*Deletes/);
  expect(screen.getAllByRole('option')[0]?.textContent).toContain(
    t('errors.single.nameOfAnother', { servers: 'Other notes' }),
  );
  await expectAccessible();
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { showReview } from '../../host/fake/pinHandlers';
import { expectAccessible, renderApp } from '../../test/render';
import { formatMoment } from '../../lib/format';
import { t } from '../../words/translate';

const GITHUB = 'github' as ServerId;

const changed = () =>
  renderApp('/servers/review?server=github', { change: (world) => showReview(world, 'changed') });

type User = ReturnType<typeof changed>['user'];

/** Agrees by a button, as soon as what it agrees to has been in view long enough. */
async function agree(user: User, name: string): Promise<void> {
  const armed = async () => (await screen.findByRole('button', { name })).getAttribute('aria-disabled');
  await expect.poll(armed).toBe('false');
  await user.click(screen.getByRole('button', { name }));
}

test('what changed comes first, in words, then side by side, and hidden characters can be seen', async () => {
  const { user } = changed();
  const item = await screen.findByRole('article', { name: 'add_note changed' });
  expect(within(item).getByRole('heading').textContent).toBe('add_note changed since you reviewed it');
  const words = within(await within(item).findByRole('list', { name: 'What to know first' }));
  expect(words.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Hides text from you. 3 zero-width characters; they are made visible below.',
    'Parameter context was added',
    'Parameter context is required now',
    'The description changed',
    'It now says that it may reach the open world',
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
  expect(within(item).getByText(/2 fields are the same/).textContent).toContain('name, title');
  await user.click(within(item).getByRole('button', { name: 'Show' }));
  expect(within(item).getByText('Add a note').tagName).toBe('DD');
  await user.click(within(item).getByRole('radio', { name: 'Raw JSON' }));
  expect(within(item).getByLabelText('As JSON, now').textContent).toContain('"openWorldHint": true');
  await expectAccessible();
});

test('everything the server declares is listed, the most urgent first', async () => {
  changed();
  await screen.findByRole('article', { name: 'add_note changed' });
  const names = [
    'add_note changed',
    'share_note is new',
    'note://{id}/history is new',
    'pin_note is gone',
    'list_notes is what you reviewed',
    'read_note is what you reviewed',
    'search_notes is what you reviewed',
    'delete_note is what you reviewed',
    'tag_note is what you reviewed',
    'export_notes is what you reviewed',
    'Instructions is what you reviewed',
  ];
  expect(screen.getAllByRole('option')).toEqual(names.map((name) => screen.getByRole('option', { name })));
});

test('keeping the old leaves it stopped; accepting the new takes exactly what was shown', async () => {
  const { user, host } = changed();
  const digest = host.world.pins.get(GITHUB)?.[0]?.item.digest;
  await screen.findByRole('article', { name: 'add_note changed' });
  await user.click(await screen.findByRole('button', { name: 'Keep old' }));
  await screen.findByRole('article', { name: 'share_note is new' });
  expect(host.calls.filter(({ name }) => name === 'pin.accept')).toEqual([]);
  expect(
    host.calls.filter(({ name }) => name === 'pin.dismiss').map(({ params }) => params),
    'the core hears of it, to record it',
  ).toEqual([{ serverId: 'github', items: [{ kind: 'tool', name: 'add_note', digest }] }]);
  await user.click(await screen.findByRole('option', { name: 'add_note changed, and you keep the old' }));
  const kept = await screen.findByRole('article', { name: 'add_note changed, and you keep the old' });
  expect(within(kept).getByText('Stopped')).toBeTruthy();
  expect(within(kept).queryByRole('button', { name: 'Keep old' }), 'that is decided').toBeNull();
  await expectAccessible();
  await user.click(await screen.findByRole('button', { name: 'Accept new' }));
  expect(
    host.calls.some(({ name }) => name === 'pin.accept'),
    'a click meant for something else agrees to nothing',
  ).toBe(false);
  await agree(user, 'Accept new');
  await screen.findByRole('option', { name: 'add_note is what you reviewed' });
  expect(host.calls.filter(({ name }) => name === 'pin.accept').map(({ params }) => params)).toEqual([
    { serverId: 'github', items: [{ kind: 'tool', name: 'add_note', digest }] },
  ]);
});

test('what is new is taken by one click, what was stopped is not', async () => {
  const { user } = changed();
  await agree(user, 'Accept all 3 others');
  await screen.findByRole('option', { name: 'share_note is what you reviewed' });
  expect(screen.queryByRole('option', { name: /pin_note/ }), 'what is gone is forgotten').toBeNull();
  expect(screen.queryByRole('option', { name: 'add_note changed' }), 'it is still stopped').not.toBeNull();
});

test('a new server asks for its review, which is one click or one at a time', async () => {
  const { user } = renderApp('/servers?server=github', { change: (world) => showReview(world, 'new') });
  await screen.findByText(t('servers.review.unreviewed', { count: 3 }));
  expect(screen.getByRole('option', { name: /GitHub/ }).textContent).toContain(
    t('servers.list.toReview', { count: 3 }),
  );
  await agree(user, t('servers.review.approveAll'));
  await expect.poll(() => screen.queryByText(t('servers.review.unreviewed', { count: 3 }))).toBeNull();
});

test('of what a setup file brought, the same is taken at once, and what differs is looked at alone', async () => {
  const { user } = renderApp('/servers/review?server=github', {
    change: (world) => showReview(world, 'brought'),
  });
  const item = await screen.findByRole('article', { name: 'add_note is not as in the setup file' });
  expect(within(item).getByText(/^reviewed elsewhere, says the setup file, /)).toBeTruthy();
  await within(item).findByText('wrote, says the setup file');
  expect(within(item).queryByText('Stopped'), 'it was never used here').toBeNull();
  await expectAccessible();
  await agree(user, 'Accept all 3 others');
  await screen.findByRole('option', { name: 'list_notes is what you reviewed' });
  expect(screen.queryByRole('option', { name: 'add_note is not as in the setup file' })).not.toBeNull();
  await agree(user, 'Accept');
  await screen.findByRole('option', { name: 'add_note is what you reviewed' });
});

test('a tool nobody has looked at leads to its review', async () => {
  const { user, host } = renderApp('/tools', { change: (world) => showReview(world, 'new') });
  const tool = host.world.tools.find(({ head }) => head.serverId === GITHUB);
  const name = tool?.head.name ?? '';
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  await screen.findByText('Not reviewed yet.');
  await user.click(screen.getByRole('button', { name: 'Review it' }));
  await screen.findByRole('article', { name: `${name} is new` });
  await agree(user, 'Accept');
  await screen.findByRole('option', { name: `${name} is what you reviewed` });
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
  expect(know.closest('[role="status"]')?.textContent).toContain(words.join(' '));
  await user.click(know);
  await expect.poll(() => screen.queryByRole('button', { name: t('common.accept') })).toBeNull();
});

test('a review can be taken back', async () => {
  const { user, host } = changed();
  await user.click(await screen.findByRole('option', { name: 'search_notes is what you reviewed' }));
  await user.click(await screen.findByRole('button', { name: 'Take back the review' }));
  await screen.findByRole('option', { name: 'search_notes is new' });
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
  expect(screen.getByRole('status', { name: '' }).textContent).toContain('hidden text');
  await agree(user, t('servers.review.approveOthers'));
  await screen.findByText(t('servers.review.unreviewed', { count: 1 }));
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { someRecords } from '../../host/fake';
import { fill } from '../../host/fake/crowd';
import { wantedRun } from '../../lib/panels';
import { SETTINGS } from '../../lib/settingsIndex';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('the palette finds a tool by its words and goes there', async () => {
  const { user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('palette.title')}`, 'u') }));
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  expect(await within(dialog).findByText(t('palette.shortcuts.title'))).toBeTruthy();
  await expectAccessible();
  const field = within(dialog).getByRole('combobox');
  await user.type(field, 'search iss');
  const first = await within(dialog).findByRole('option', { name: /Search issues/u, selected: true });
  expect(field.getAttribute('aria-activedescendant'), 'a screen reader hears what Enter opens').toBe(
    first.id,
  );
  await user.click(await within(dialog).findByText('Search issues'));
  expect(await screen.findByRole('link', { name: t('common.tools'), current: 'page' })).toBeTruthy();
});

test('letters may be left out, actions are found, and what was chosen comes first the next time', async () => {
  const { host, user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const open = async (): Promise<HTMLElement> => {
    await user.keyboard('{Control>}k{/Control}');
    return screen.findByRole('dialog', { name: t('palette.title') });
  };
  let dialog = await open();
  await user.type(within(dialog).getByRole('combobox'), 'restart demo');
  await user.click(await within(dialog).findByText(t('common.restartOf', { server: 'Demo server' })));
  expect(host.calls.some(({ name }) => name === 'server.restart')).toBe(true);

  dialog = await open();
  const restart = await within(dialog).findByText(t('common.restartOf', { server: 'Demo server' }));
  const command = within(dialog).getByText(t('common.addServer'));
  expect(
    restart.compareDocumentPosition(command) & Node.DOCUMENT_POSITION_FOLLOWING,
    'an action that is offered only because it was chosen stands before the commands',
  ).toBeTruthy();
  await user.type(within(dialog).getByRole('combobox'), 'srch issu');
  expect(await within(dialog).findByText('Search issues')).toBeTruthy();
  await expectAccessible();
});

const search = async (user: ReturnType<typeof renderApp>['user'], query: string): Promise<HTMLElement> => {
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  await user.type(within(dialog).getByRole('combobox'), query);
  return dialog;
};

test('the key of the search leaves an open one as it is', async () => {
  const { user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'call hist');
  await user.keyboard('{Control>}k{/Control}');
  expect(within(dialog).getByRole<HTMLInputElement>('combobox').value).toBe('call hist');
  expect(screen.getByRole('dialog', { name: t('palette.title') })).toBe(dialog);
});

test('a setting is found by its label, and its control has the focus', async () => {
  const { user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'call hist');
  await user.click(await within(dialog).findByText(t('common.callHistory')));
  const field = await screen.findByRole('textbox', { name: t('common.callHistory') });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.click(await within(await search(user, 'tray')).findByText(t('settings.background.tray')));
  const tray = screen.getByRole('switch', { name: t('settings.background.tray') });
  await waitFor(() => expect(document.activeElement, 'also from the settings themselves').toBe(tray));
});

test('every setting that is listed stands on the screen', async () => {
  renderApp('/settings');
  await screen.findByText(t('settings.about.licenses'));
  await waitFor(() =>
    expect(SETTINGS.filter(({ id }) => document.getElementById(`set-${id}`) === null)).toEqual([]),
  );
});

test('a finished call is found by what it returned', async () => {
  const { host, user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'Hello');
  const searched = () => host.calls.filter(({ name }) => name === 'history.list').map(({ params }) => params);
  const asked = { serverId: null, query: 'Hello', before: null, limit: 9 };
  await waitFor(() => expect(searched()).toContainEqual(asked));
  await user.click(await within(dialog).findByText('echo'));
  expect(
    await screen.findByRole('article', { name: t('activity.call.label', { tool: 'echo' }) }),
  ).toBeDefined();
});

test('a tool is run from the search, once, with the arguments that stand on its page', async () => {
  const { host, user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'run echo');
  await user.click(await within(dialog).findByText(t('palette.action.run', { tool: 'Echo' })));
  const runs = () => host.calls.filter(({ name }) => name === 'tool.call').map(({ params }) => params);
  await waitFor(() => expect(runs()).toMatchObject([{ name: 'echo', arguments: { message: 'Hello' } }]));
  await user.click(screen.getByRole('link', { name: t('common.prompts') }));
  await screen.findByText(t('prompts.select'));
  await user.click(screen.getByRole('button', { name: t('app.travel.back') }));
  await screen.findByRole('region', { name: 'Echo' });
  expect(runs(), 'coming back runs nothing').toHaveLength(1);
});

test('a tool that needs arguments says so instead of running', async () => {
  const { host, user } = renderApp('/servers');
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'run search issues');
  await user.click(await within(dialog).findByText(t('palette.action.run', { tool: 'Search issues' })));
  expect(await screen.findByRole('region', { name: 'Search issues' })).toBeDefined();
  await waitFor(() => expect(wantedRun.get()).toBeNull());
  expect(host.calls.filter(({ name }) => name === 'tool.call')).toEqual([]);
});

test('what was opened comes first, kept over restarts, also while its server lists nothing', async () => {
  const { host, user } = renderApp('/servers', {
    change: (world) => {
      const opened = { serverId: 'demo' as ServerId, at: Date.now() };
      world.recent = [
        { ...opened, list: 'prompts', key: 'greet', title: 'Greet somebody' },
        { ...opened, at: opened.at - 1, list: 'resources', key: 'demo://gone', title: 'No longer listed' },
      ];
    },
  });
  await screen.findByRole('listbox', { name: 'Servers' });
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  const texts = () =>
    within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await within(dialog).findByText('No longer listed');
  await waitFor(() =>
    expect(texts().slice(0, 2)).toEqual(['Greet somebodyDemo server', 'No longer listedDemo server']),
  );
  await user.type(within(dialog).getByRole('combobox'), 'weather');
  await user.click(await within(dialog).findByText('Weather'));
  await waitFor(() =>
    expect(host.calls.filter(({ name }) => name === 'recent.add').map(({ params }) => params)).toContainEqual(
      {
        serverId: 'demo',
        list: 'tools',
        key: 'weather',
        title: 'Weather',
      },
    ),
  );
});

test('approvals and messages of server logs are found, and open', async () => {
  const { host, user } = renderApp('/servers', {
    change: (world) => {
      world.approvalRecords = someRecords();
    },
  });
  await screen.findByRole('listbox', { name: 'Servers' });
  act(() =>
    host.emit({
      kind: 'serverLogged',
      serverId: 'demo' as ServerId,
      level: 'warning',
      logger: 'cache',
      text: 'The harbour cache is cold',
    }),
  );
  let dialog = await search(user, 'harbour cold');
  const logs = await within(dialog).findByRole('group', { name: t('palette.kind.log') });
  await expectAccessible();
  await user.click(within(logs).getByText('The harbour cache is cold'));
  const message = await screen.findByRole('article', { name: t('activity.log.message') });
  expect(message.textContent).toContain('The harbour cache is cold');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await search(user, 'parcel');
  const approvals = await within(dialog).findByRole('group', { name: t('palette.kind.approval') });
  const [first] = within(approvals).getAllByRole('option');
  if (first === undefined) throw new Error('an approval');
  await user.click(first);
  await screen.findByRole('radio', { name: t('common.approvals'), checked: true });
});

test('what was opened comes first of its kind, also where many others match better', async () => {
  const key = 'demo://many/about-entry-notes';
  const { host, user } = renderApp('/servers', {
    change: (world) => {
      fill(world, 200);
      const [resource] = world.resources;
      if (resource === undefined) throw new Error('a resource');
      world.resources.push({ ...resource, uri: key, name: 'notes', title: 'Notes about each entry' });
      world.recent = [
        { serverId: 'demo' as ServerId, at: 1, list: 'resources', key, title: 'Notes about each entry' },
      ];
    },
  });
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'entry');
  const found = await within(dialog).findByRole('group', { name: t('palette.kind.resource') });
  const options = within(found).getAllByRole('option');
  expect(options[0]?.textContent).toBe('Notes about each entryDemo server');
  expect(
    host.calls.some(({ name }) => name === 'resource.read'),
    'searching reads nothing',
  ).toBe(false);
});

test('one kind is shown alone by keyboard, and all kinds again', async () => {
  const { user } = renderApp('/servers', { change: (world) => fill(world, 300) });
  await screen.findByRole('listbox', { name: 'Servers' });
  const dialog = await search(user, 'entry');
  const field = within(dialog).getByRole('combobox');
  const kinds = () =>
    within(dialog)
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label'));
  const resources = await within(dialog).findByRole('group', { name: t('palette.kind.resource') });
  const more = await within(resources).findByRole('option', {
    name: /^Show only Resources/u,
  });
  expect(kinds()).toContain(t('palette.kind.tool'));
  await expectAccessible();
  const place = within(dialog).getAllByRole('option').indexOf(more);
  await user.keyboard('{ArrowDown}'.repeat(place));
  expect(more.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant'), 'a screen reader hears it').toBe(more.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(kinds()).toEqual([t('palette.kind.resource')]));
  expect(within(dialog).getAllByRole('option')).toHaveLength(100);
  expect(document.activeElement, 'typing goes on').toBe(field);
  await expectAccessible();
  const only = t('palette.only', { kind: t('palette.kind.resource') });
  await user.click(within(dialog).getByRole('button', { name: t('palette.showAll', { only }) }));
  await waitFor(() => expect(kinds()).toContain(t('palette.kind.tool')));
  expect(document.activeElement).toBe(field);
});

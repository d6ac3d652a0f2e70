import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClientSnapshot, SourceId } from '../../api/generated/contract';
import { CLIENT, someClients } from '../../host/fake';
import type { World } from '../../host/fake/world';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const several = (world: World): void => {
  world.clients = [...someClients(), { ...CLIENT }];
};

const row = (client: string, state: string): string => t('clients.named', { client, state });
const connected = t('clients.status.connected', { count: 2 });

const decisions = (host: ReturnType<typeof renderApp>['host']) =>
  host.calls.filter(({ name }) => name === 'client.decide').map(({ params }) => params);

test('access is a draft: chosen by server and by tool, and saved by one button', async () => {
  const { user, host } = renderApp('/clients?item=editor', { change: several });
  const save = await screen.findByRole('button', { name: t('clients.access.save') });
  expect(save).toHaveProperty('disabled', true);
  await user.click(await screen.findByRole('radio', { name: t('clients.access.only') }));
  await user.click(await screen.findByRole('checkbox', { name: 'GitHub' }));
  await user.click(screen.getByRole('button', { name: /Demo server.*: \d+ of/u }));
  const tools = within(
    await screen.findByRole('group', { name: t('clients.access.toolsOf', { server: 'Demo server' }) }),
  );
  await user.click(tools.getByRole('checkbox', { name: /^Echo/u }));
  await user.click(screen.getByRole('switch', { name: t('clients.access.resources') }));
  await user.click(screen.getByRole('switch', { name: t('clients.answers.sampling') }));
  await expectAccessible();
  expect(decisions(host), 'nothing is written before').toEqual([]);
  await user.click(save);
  await screen.findByText(t('clients.access.saved', { client: 'Editor' }));
  const owners = host.world.servers.map(({ snapshot }) => snapshot.id as SourceId);
  expect(decisions(host)).toEqual([
    {
      clientId: 'editor',
      decision: {
        kind: 'limit',
        profile: {
          sources: { kind: 'only', serverIds: owners.filter((id) => id !== 'github') },
          hiddenTools: [{ serverId: 'demo', tool: 'echo' }],
          prompts: 'offered',
          resources: 'hidden',
          names: 'withServer',
          listing: 'automatic',
          favoriteTools: [],
          answers: { elicitation: 'person', sampling: 'client', roots: 'person', approvals: 'person' },
        },
      },
    },
  ]);
});

test('an edited access is kept while the person looks elsewhere, and is reset', async () => {
  const { user } = renderApp('/clients?item=editor', { change: several });
  await user.click(await screen.findByRole('switch', { name: t('clients.access.prompts') }));
  await user.click(screen.getByRole('option', { name: /^Notebook,/u }));
  await screen.findByText(t('clients.note.paused'));
  await user.click(screen.getByRole('option', { name: row('Editor', connected) }));
  const prompts = await screen.findByRole('switch', { name: t('clients.access.prompts') });
  expect(prompts).toHaveProperty('checked', false);
  await user.click(screen.getByRole('button', { name: t('clients.access.reset') }));
  expect(prompts).toHaveProperty('checked', true);
  expect(screen.queryByText(t('clients.access.unsaved'))).toBeNull();
});

test('a client that reads its lists only when it starts is to be restarted after a change', async () => {
  const { user } = renderApp('/clients?item=editor', {
    change: (world) => (world.clients = someClients().map((each) => ({ ...each, ignoresListChanged: true }))),
  });
  await user.click(await screen.findByRole('switch', { name: t('clients.access.prompts') }));
  await user.click(screen.getByRole('button', { name: t('clients.access.save') }));
  expect(await screen.findByText(t('clients.access.savedRestart', { client: 'Editor' }))).toBeTruthy();
});

test('the access of a paused client is changed, and it stays paused', async () => {
  const { user, host } = renderApp('/clients?item=notebook', { change: several });
  await user.click(await screen.findByRole('switch', { name: t('clients.access.prompts') }));
  await user.click(screen.getByRole('button', { name: t('clients.access.save') }));
  const saved = (): ClientSnapshot | undefined => host.world.clients.find(({ id }) => id === 'notebook');
  await waitFor(() => expect(saved()?.profile.prompts).toBe('hidden'));
  expect(saved()?.status).toBe('paused');
});

test('a tool that is hidden and no longer listed is shown, and can be removed', async () => {
  const { user, host } = renderApp('/clients?item=editor', {
    change: (world) => {
      several(world);
      const [first] = world.clients;
      if (first !== undefined)
        first.profile.hiddenTools = [
          { serverId: 'demo' as SourceId, tool: 'gone_tool' },
          { serverId: 'gone' as SourceId, tool: 'other' },
        ];
    },
  });
  await user.click(await screen.findByRole('button', { name: /Demo server.*: \d+ of/u }));
  await user.click(
    await screen.findByRole('button', { name: t('clients.access.offer', { tool: 'gone_tool' }) }),
  );
  await user.click(screen.getByRole('button', { name: t('clients.access.removeOfRemoved') }));
  await user.click(screen.getByRole('button', { name: t('clients.access.save') }));
  await waitFor(() =>
    expect(decisions(host)).toMatchObject([{ decision: { profile: { hiddenTools: [] } } }]),
  );
});

test('a client is made to search: both costs are shown, and favorites are picked by a star', async () => {
  const { user, host } = renderApp('/clients?item=editor', { change: several });
  const listing = within(await screen.findByRole('region', { name: t('clients.listing.title') }));
  await listing.findByText(t('clients.listing.few', { count: 100 }));
  const all = host.world.tools.length;
  expect(listing.getByText(t('clients.listing.ofAll', { count: all }))).toBeTruthy();
  expect(listing.getByText(t('clients.listing.tokens', { count: 120 * all }))).toBeTruthy();
  expect(listing.getByText(t('clients.listing.tokens', { count: 450 }))).toBeTruthy();
  const star = { name: t('clients.listing.addFavorite', { tool: 'Echo' }) };
  await user.click(screen.getByRole('button', { name: /Demo server.*: \d+ of/u }));
  expect(screen.queryByRole('button', star), 'no favorites where all are listed').toBeNull();

  await user.click(listing.getByRole('radio', { name: t('clients.listing.search') }));
  await listing.findByText(t('clients.listing.noFavorites'));
  const button = await screen.findByRole('button', star);
  await user.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await listing.findByText(t('clients.listing.tokens', { count: 570 }));
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: t('clients.access.save') }));
  await screen.findByText(t('clients.access.saved', { client: 'Editor' }));
  const saved = (): ClientSnapshot | undefined => host.world.clients.find(({ id }) => id === 'editor');
  expect(saved()?.profile).toMatchObject({
    listing: 'search',
    favoriteTools: [{ serverId: 'demo', tool: 'echo' }],
  });
  const removed = { tool: 'echo', server: 'Demo server' };
  await user.click(listing.getByRole('button', { name: t('clients.listing.removeFavorite', removed) }));
  await listing.findByText(t('clients.listing.noFavorites'));
});

test('a client that searches by itself is listed all', async () => {
  renderApp('/clients?item=client1', {
    change: (world) => {
      world.clients = [{ ...CLIENT, status: 'allowed' }];
      const [tool] = world.tools;
      if (tool === undefined) throw new Error('there is a tool');
      for (let number = 0; number < 100; number += 1)
        world.tools.push({ ...tool, head: { ...tool.head, name: `tool-${number}` } });
    },
  });
  expect(await screen.findByText(t('clients.listing.itself'))).toBeTruthy();
});

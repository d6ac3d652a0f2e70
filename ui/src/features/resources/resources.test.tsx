import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const DEMO = 'demo' as ServerId;

describe('the list', () => {
  it('shows resources and templates of every server that is on, and reads nothing by itself', async () => {
    const { host } = renderApp('/resources');
    const demo = await screen.findByRole('group', { name: 'Demo server' });
    expect(
      within(demo).getByRole('option', { name: 'Read me, demo://docs/readme.md, Markdown, 812 B' }),
    ).toBeDefined();
    expect(
      within(demo).getByRole('option', {
        name: new RegExp(`City, ${t('resources.list.template', { uri: 'demo:' })}`),
      }),
    ).toBeDefined();
    expect(
      host.calls.filter(({ name }) => name === 'resource.read'),
      'a list asks for no contents',
    ).toEqual([]);
    await expectAccessible();
  });

  it('finds by any word, and guesses what was meant', async () => {
    const { user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    const search = screen.getByRole('searchbox', { name: t('shared.catalog.resources.search') });
    await user.type(search, 'tides csv');
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toHaveLength(1);
    await user.clear(search);
    await user.type(search, 'bllob');
    expect(await screen.findByText(t('shared.catalog.noMatch', { query: 'bllob' }))).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Blob' }));
    expect(screen.getByRole('option', { name: /Blob/ })).toBeDefined();
  });

  it('says which list failed and which entries are unusable, and reads the list again', async () => {
    const { host, user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    host.on('resource.list', () => [
      {
        serverId: DEMO,
        state: { kind: 'failed', message: coreMessage('verbatim', { text: 'No reply in 30 s.' }) },
        items: [],
        broken: [],
      },
    ]);
    host.on('template.list', () => [
      {
        serverId: DEMO,
        state: { kind: 'ready', fetchedAt: 0, freshUntil: null },
        items: [],
        broken: [{ name: 'odd', problem: coreMessage('verbatim', { text: 'uriTemplate is a number' }) }],
      },
    ]);
    host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'resources' });
    host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'templates' });
    await user.click(await screen.findByRole('option', { name: /^Couldn’t load/ }));
    expect(
      screen.getByText(t('shared.catalog.loadFailedFrom.resources', { server: 'Demo server' })),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('common.refresh') }));
    expect(host.calls.at(-1)).toEqual({ name: 'catalog.refresh', params: { serverId: DEMO } });
    await user.click(screen.getByRole('option', { name: t('shared.catalog.invalidEntries') }));
    expect(screen.getByText('uriTemplate is a number')).toBeDefined();
    await expectAccessible();
  });

  it('reads a long list part by part, and finds what is in the last one', async () => {
    const { host, user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    const all = Array.from({ length: 4_500 }, (_, n) => ({
      serverId: DEMO,
      uri: `a:${n}`,
      name: `entry-${n}`,
      title: `Entry ${n}`,
      description: null,
      mimeType: 'text/plain',
      sizeBytes: n,
      icon: null,
      annotations: { audience: [], priority: null, lastModified: null },
      subscribed: false,
    }));
    const asked: number[] = [];
    host.on('resource.list', ({ from, limit }) => {
      asked.push(from);
      return [
        {
          serverId: DEMO,
          state: { kind: 'ready', fetchedAt: 0, freshUntil: null },
          items: all.slice(from, from + (limit ?? all.length)),
          broken: [],
        },
      ];
    });
    host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'resources' });
    await screen.findByRole('option', { name: /Entry 0/ });
    const search = screen.getByRole('searchbox', { name: t('shared.catalog.resources.search') });
    await user.type(search, 'entry-4499');
    expect(await screen.findByRole('option', { name: /Entry 4499/ })).toBeDefined();
    expect(asked).toEqual([0, 2_000, 4_000]);
  });

  it('tells an empty window from one without servers', async () => {
    renderApp('/resources', { servers: 'none' });
    expect(await screen.findByText(t('shared.catalog.noServers'))).toBeDefined();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;

describe('other views', () => {
  it('stands in a tree by the parts of URIs, which opens by keys and by the pointer', async () => {
    const { host, user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    await user.click(screen.getByRole('radio', { name: t('resources.views.tree') }));
    const tree = await screen.findByRole('tree', { name: t('common.resources') });
    const docs = () => within(tree).getByRole('treeitem', { name: /^demo:\/\/docs/ });
    expect(docs().getAttribute('aria-expanded')).toBe('true');
    await user.click(docs());
    expect(docs().getAttribute('aria-expanded')).toBe('false');
    expect(within(tree).queryByRole('treeitem', { name: /Read me/ })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(docs().getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowDown}');
    expect(
      within(tree).getByRole('treeitem', { selected: true }).getAttribute('aria-level'),
      'an arrow key leads into the folder',
    ).toBe('2');
    await user.keyboard('{ArrowLeft}');
    expect(within(tree).getByRole('treeitem', { selected: true })).toBe(docs());
    const saved = host.calls.findLast(({ name }) => name === 'setting.set');
    expect(saved?.params).toMatchObject({ resourceViews: { '': 'tree' } });
    await expectAccessible();
  });

  it('opens the folders above a resource that the search leads to, once', async () => {
    const { user } = renderApp('/resources', {
      change: (world) => {
        world.settings.resourceViews = { '': 'tree' };
      },
    });
    const tree = await screen.findByRole('tree', { name: t('common.resources') });
    const docs = () => within(tree).getByRole('treeitem', { name: /^demo:\/\/docs/ });
    await user.click(docs());
    expect(docs().getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{Control>}k{/Control}');
    const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
    await user.keyboard('Read me');
    await user.click(await within(dialog).findByRole('option', { name: /^Read me/ }));
    const chosen = () => within(tree).queryByRole('treeitem', { selected: true })?.textContent;
    await waitFor(() => expect(chosen()).toContain('Read me'));
    await user.click(docs());
    await waitFor(() => expect(docs().getAttribute('aria-expanded'), 'it may be closed').toBe('false'));
  });

  it('is a gallery whose tiles are asked for once they stay in sight', async () => {
    const { host, user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    await user.click(screen.getByRole('radio', { name: t('resources.views.gallery') }));
    const grid = await screen.findByRole('listbox', { name: t('common.resources') });
    const arch = within(grid).getByRole('option', { name: /^Arch/ });
    await waitFor(() => expect(arch.querySelector('img')).not.toBeNull());
    const asked = host.calls.filter(({ name }) => name === 'resource.thumbnail');
    expect(new Set(asked.map(({ params }) => JSON.stringify(params))).size, 'each is asked for once').toBe(
      asked.length,
    );
    await user.click(arch);
    expect(await screen.findByRole('img', { name: 'Arch' })).toBeDefined();
    await user.keyboard('{Home}');
    expect(within(grid).getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('1');
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(
      within(grid).getByRole('option', { selected: true }).getAttribute('aria-posinset'),
      'one to the right, one row of two down',
    ).toBe('4');
    await expectAccessible();
  });

  it('draws the tile of a subscribed resource anew when it changes', async () => {
    const { host } = renderApp('/resources', {
      change: (world) => {
        world.settings.resourceViews = { '': 'gallery' };
        for (const resource of world.resources) resource.subscribed = resource.title === 'Arch';
      },
    });
    const arch = await screen.findByRole('option', { name: /^Arch/ });
    await waitFor(() => expect(arch.querySelector('img')).not.toBeNull());
    const asked = () =>
      host.calls.filter(
        ({ name, params }) => name === 'resource.thumbnail' && JSON.stringify(params).includes('arch'),
      ).length;
    expect(asked()).toBe(1);
    const uri = host.world.resources.find(({ title }) => title === 'Arch')?.uri ?? '';
    host.emit({ kind: 'resourceUpdated', serverId: DEMO, uri });
    await waitFor(() => expect(asked(), 'its server reports the same size and time as before').toBe(2));
    expect(within(arch).getByText(t('common.changed'))).toBeDefined();
  });

  it('shows kinds alone', async () => {
    const { user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    const kinds = screen.getByRole('group', { name: t('resources.kind.label') });
    await user.click(within(kinds).getByRole('checkbox', { name: new RegExp(t('resources.kind.image')) }));
    expect(screen.queryByRole('option', { name: /Read me/ })).toBeNull();
    expect(screen.getByRole('option', { name: /^Arch/ })).toBeDefined();
    await expectAccessible();
  });
});

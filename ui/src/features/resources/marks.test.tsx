import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../host/fake';
import { fill } from '../../host/fake/crowd';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const saves = (host: FakeHost) => host.calls.filter(({ name }) => name === 'resource.saveMany');
const marked = () => screen.queryAllByRole('option', { checked: true }).length;
const count = (number: number) => t('resources.marked.count', { count: number });

describe('resources that are saved together', () => {
  it('are marked with the keyboard', async () => {
    const { host, user } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    screen.getByRole('listbox').focus();
    await user.keyboard('{Home} {ArrowDown}{ArrowDown} ');
    expect(await screen.findByText(count(2))).toBeDefined();
    expect(marked()).toBe(2);
    await expectAccessible();
    await user.keyboard(' ');
    expect(marked(), 'the second one no longer').toBe(1);
    await user.keyboard('{Control>}a{/Control}');
    const resources = host.world.resources.length;
    expect(await screen.findByText(count(resources)), 'of templates nothing can be saved').toBeDefined();
    await user.click(screen.getByRole('button', { name: t('content.save.all') }));
    await waitFor(() => expect(saves(host)).toHaveLength(1));
    const all = host.world.resources.map(({ serverId, uri }) => ({ serverId, uri }));
    expect(saves(host)[0]?.params).toEqual({ resources: all });
    await waitFor(() => expect(marked(), 'they are saved').toBe(0));
  });

  it('are marked by mouse, one by one and as a range, and by the menu of a row', async () => {
    const { host, user } = renderApp('/resources');
    const rows = await screen.findAllByRole('option');
    const [first, second, third] = rows;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three rows');
    await user.keyboard('{Control>}');
    await user.click(first);
    await user.click(third);
    await user.keyboard('{/Control}');
    expect(marked()).toBe(2);
    expect(
      host.calls.filter(({ name }) => name === 'resource.read'),
      'marking reads nothing',
    ).toEqual([]);
    await user.click(screen.getByRole('button', { name: t('common.clear') }));
    expect(marked()).toBe(0);
    await user.click(first);
    await user.keyboard('{Shift>}');
    await user.click(third);
    await user.keyboard('{/Shift}');
    expect(marked(), 'from the open one on').toBe(3);
    await user.pointer({ keys: '[MouseRight]', target: second });
    await user.click(await screen.findByRole('menuitem', { name: t('resources.marked.unmark') }));
    expect(marked()).toBe(2);
  });

  it.each(['tree', 'gallery'] as const)('are marked in the %s', async (view) => {
    const { user } = renderApp('/resources', {
      change: (world) => {
        world.settings.resourceViews = { '': view };
      },
    });
    const role = view === 'tree' ? 'treeitem' : 'option';
    const row = () => screen.findByRole(role, { name: /Read me/ });
    await user.keyboard('{Control>}');
    await user.click(await row());
    await user.keyboard('{/Control}');
    expect((await row()).getAttribute('aria-checked')).toBe('true');
    expect(await screen.findByText(count(1))).toBeDefined();
    await expectAccessible();
  });

  it('are no more than can be saved at once', async () => {
    const { host, user } = renderApp('/resources', { change: (world) => fill(world, 1_200) });
    await screen.findByRole('option', { name: /Entry 0,/ });
    screen.getByRole('listbox').focus();
    await user.keyboard('{Control>}a{/Control}');
    const bar = await screen.findByText(new RegExp(count(1_000)));
    expect(bar.textContent, 'before they are saved').toBe(
      `${count(1_000)} ${t('resources.marked.limit', { count: 1_000 })}`,
    );
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: t('content.save.all') }));
    await waitFor(() => expect(saves(host)).toHaveLength(1));
    const first = host.world.resources.slice(0, 1_000).map(({ serverId, uri }) => ({ serverId, uri }));
    expect(saves(host)[0]?.params).toEqual({ resources: first });
  });

  it('name those that could not be read', async () => {
    const { host, user } = renderApp('/resources');
    host.on('resource.saveMany', ({ resources }) => ({
      saved: {
        folder: '/home/ada',
        files: [],
        failed: resources.map((each) => ({ ...each, message: { code: 'contents.gone', params: {} } })),
      },
    }));
    await user.keyboard('{Control>}');
    await user.click(await screen.findByRole('option', { name: /Read me/ }));
    await user.keyboard('{/Control}');
    const bar = screen.getByText(count(1)).parentElement;
    if (bar === null) throw new Error('a bar');
    await user.click(within(bar).getByRole('button', { name: t('content.save.all') }));
    expect(await screen.findByText(/couldn’t be saved/)).toBeDefined();
    expect(marked(), 'they can be tried again').toBe(1);
  });
});

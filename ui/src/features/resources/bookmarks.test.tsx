import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { KeptEntry, ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;
const README = 'demo://docs/readme.md';
const kept = (list: KeptEntry['list'], key: string, title: string): KeptEntry => ({
  serverId: DEMO,
  list,
  key,
  title,
  at: 0,
});
const chip = (list: 'bookmarks' | 'recent') =>
  screen.findByRole('checkbox', { name: new RegExp(t(`shared.kept.${list}`)) });

describe('bookmarks', () => {
  it('are added and removed by the star and by its key, and narrow the list', async () => {
    const { host, user } = renderApp(`/resources?server=demo&item=${encodeURIComponent(README)}`);
    const star = await screen.findByRole('button', { name: t('shared.bookmark.label') });
    expect(star.getAttribute('aria-pressed')).toBe('false');
    await user.click(star);
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
    expect(host.calls.find(({ name }) => name === 'bookmark.add')?.params).toEqual({
      serverId: DEMO,
      list: 'resources',
      key: README,
      title: 'Read me',
    });
    await user.click(await chip('bookmarks'));
    const options = screen.getAllByRole('option');
    expect(options).toHaveLength(1);
    expect(options[0]?.textContent).toContain('Read me');
    await expectAccessible();
    const [row] = options;
    if (row !== undefined) await user.click(row);
    await user.keyboard('b');
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
    expect(await screen.findByText(t('shared.kept.none.bookmarks'))).toBeDefined();
  });

  it('of what is not listed are shown nevertheless', async () => {
    const { user } = renderApp('/resources', {
      change: (world) => {
        world.bookmarks = [kept('resources', 'demo://gone', 'Gone'), kept('tools', 'echo', 'Echo')];
      },
    });
    await user.click(await chip('bookmarks'));
    const [gone, ...others] = screen.getAllByRole('option');
    expect(gone?.textContent).toContain('Gone');
    expect(others, 'tools are on another screen').toEqual([]);
  });

  it.each([
    ['/tools', 'tools', 'echo', /^Echo/],
    ['/prompts', 'prompts', 'greet', /^Greet somebody/],
  ] as const)('narrow the list of %s', async (at, list, key, name) => {
    const { user } = renderApp(at, {
      change: (world) => {
        world.bookmarks = [kept(list, key, key)];
      },
    });
    await user.click(await chip('bookmarks'));
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(screen.getByRole('option', { name })).toBeDefined();
    await expectAccessible();
  });
});

describe('recent entries', () => {
  it('have their place before there are any', async () => {
    renderApp('/resources');
    await screen.findByRole('option', { name: /^Arch/ });
    const places = await Promise.all([
      chip('bookmarks'),
      chip('recent'),
      screen.findByRole('checkbox', { name: new RegExp(t('common.subscribed')) }),
    ]);
    expect(places.map((place) => (place as HTMLInputElement).disabled)).toEqual([true, true, true]);
  });

  it('are those that stayed open, the latest first, and can be cleared', async () => {
    const { host, user } = renderApp('/resources', {
      change: (world) => {
        world.recent = [kept('resources', README, 'Read me')];
      },
    });
    await user.click(await screen.findByRole('option', { name: /^Arch/ }));
    await waitFor(() => expect(host.world.recent.map(({ title }) => title)).toEqual(['Arch', 'Read me']));
    await user.click(await chip('recent'));
    const titles = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
    expect(titles()).toEqual([expect.stringMatching(/^Arch/), expect.stringMatching(/^Read me/)]);
    await user.click(screen.getByRole('option', { name: /^Read me/ }));
    await waitFor(() => expect(host.world.recent.map(({ title }) => title)).toEqual(['Read me', 'Arch']));
    expect(titles(), 'what is opened stays under the pointer').toEqual([
      expect.stringMatching(/^Arch/),
      expect.stringMatching(/^Read me/),
    ]);
    await user.click(screen.getByRole('button', { name: t('shared.kept.clear') }));
    await waitFor(() => expect(titles()).toEqual([]));
    expect(screen.getByText(t('shared.kept.none.recent'))).toBeDefined();
  });
});

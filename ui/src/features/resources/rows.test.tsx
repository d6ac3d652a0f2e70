import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '../../host/fake/serverHandlers';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

describe('the rows', () => {
  it('reads what the keys rest on, not what they move over', async () => {
    const { host } = renderApp('/resources');
    await screen.findByRole('option', { name: /Read me/ });
    const list = screen.getByRole('listbox', { name: t('common.resources') });
    fireEvent.keyDown(list, { key: 'End' });
    fireEvent.keyDown(list, { key: 'Home' });
    const read = () => host.calls.filter(({ name }) => name === 'resource.read').map(({ params }) => params);
    await waitFor(() => expect(read().length).toBeGreaterThan(0));
    const last = host.world.resources.at(-1);
    expect(read(), 'only the row the keys came to rest on').toEqual([
      expect.not.objectContaining({ uri: last?.uri }),
    ]);
  });

  it('goes back to rows that were picked, not to those the keys passed', async () => {
    const { user } = renderApp('/resources');
    const selected = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;
    await user.click(await screen.findByRole('option', { name: /Read me/ }));
    const first = selected();
    await user.click(screen.getByRole('option', { name: /^Arch/ }));
    const second = selected();
    // However busy the machine is, the keys stay at no row.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}{End}');
    clock.mockRestore();
    const last = selected();
    expect(last).not.toBe(second);
    for (const picked of [second, first]) {
      await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
      await waitFor(() => expect(selected(), 'a step back is the row picked before').toBe(picked));
    }
  });

  it('has a menu on each row', async () => {
    renderApp('/resources');
    fireEvent.contextMenu(await screen.findByRole('option', { name: /Read me/ }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      t('common.open'),
      `${t('shared.bookmark.add')}B`,
      t('common.select'),
      t('shared.rowMenu.copyName'),
      t('common.copyUri'),
      t('content.send.uri'),
      t('content.save.as'),
      t('content.save.open'),
      t('resources.subscribe'),
      t('shared.rowMenu.showInLog'),
    ]);
    await expectAccessible();
  });

  const pick = async (user: ReturnType<typeof renderApp>['user'], row: RegExp, label: string) => {
    fireEvent.contextMenu(await screen.findByRole('option', { name: row }));
    await user.click(await screen.findByRole('menuitem', { name: label }));
  };

  it.each([
    ['saves the resource', t('content.save.as'), 'content.save', { contentId: 'demo://docs/readme.md' }],
    [
      'subscribes to it',
      t('resources.subscribe'),
      'resource.subscribe',
      { serverId: 'demo', uri: 'demo://docs/readme.md', subscribed: true },
    ],
  ] as const)('%s from its menu', async (_, label, name, params) => {
    const { host, user } = renderApp('/resources');
    await pick(user, /Read me/, label);
    await waitFor(() => expect(host.calls).toContainEqual({ name, params }));
  });

  it('opens a copy in another app from its menu, after a question', async () => {
    const { host, user } = renderApp('/resources');
    await pick(user, /Read me/, t('content.save.open'));
    const question = await screen.findByRole('dialog', {
      name: t('content.save.openTitle', { name: 'Read me' }),
    });
    expect(question.textContent).toContain('Demo server');
    const opened = () => host.calls.filter(({ name }) => name === 'content.open').map(({ params }) => params);
    expect(opened(), 'nothing opens by itself').toEqual([]);
    await user.click(within(question).getByRole('button', { name: t('common.open') }));
    await waitFor(() => expect(opened()).toEqual([{ contentId: 'demo://docs/readme.md' }]));
  });

  it('says why a resource cannot be saved from its menu', async () => {
    const { host, user } = renderApp('/resources');
    host.on('resource.read', () => fail('serverRejected', 'no such resource'));
    await pick(user, /Read me/, t('content.save.as'));
    expect(await screen.findByText(/no such resource/)).toBeDefined();
  });
});

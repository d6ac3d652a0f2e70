import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

  it('goes back to the row that was picked, not to those the keys moved over', async () => {
    const { user } = renderApp('/resources');
    const selected = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;
    await user.click(await screen.findByRole('option', { name: /Read me/ }));
    const first = selected();
    await user.click(screen.getByRole('option', { name: /^Arch/ }));
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}{End}');
    const last = selected();
    expect(last).not.toBe(first);
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await waitFor(() => expect(selected(), 'one step back is the row picked before').toBe(first));
  });

  it('has a menu on each row', async () => {
    renderApp('/resources');
    fireEvent.contextMenu(await screen.findByRole('option', { name: /Read me/ }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      t('common.open'),
      `${t('shared.bookmark.add')}B`,
      t('resources.marked.mark'),
      t('shared.rowMenu.copyName'),
      t('shared.rowMenu.copyUri'),
      t('content.send.uri'),
      t('shared.rowMenu.showInLog'),
    ]);
    await expectAccessible();
  });
});

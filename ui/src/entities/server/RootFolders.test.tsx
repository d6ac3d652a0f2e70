import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ROOTS_APPROVAL } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

describe('folders of all servers', () => {
  it('can be added and removed, and say what is wrong', async () => {
    const { user } = renderApp('/settings');
    expect(await screen.findByText(t('settings.roots.empty'))).toBeDefined();
    const field = screen.getByRole('textbox', { name: t('shared.roots.path') });
    await user.type(field, 'work{Enter}');
    expect(await screen.findByText(t('core.folder.notAbsolute'))).toBeDefined();
    await user.clear(field);
    await user.type(field, '/home/ada/work{Enter}');
    const list = await screen.findByRole('list', { name: t('shared.roots.list') });
    expect(within(list).getByRole('listitem').textContent).toBe('work/home/ada/work');
    expect(field).toHaveProperty('value', '');
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: t('shared.roots.remove', { name: 'work' }) }));
    await waitFor(() => expect(screen.queryByRole('list', { name: t('shared.roots.list') })).toBeNull());
  });

  it('can be chosen with the dialog of the system, by keyboard too', async () => {
    const { user, host } = renderApp('/settings');
    const choose = await screen.findByRole('button', { name: t('shared.roots.choose') });
    const field = screen.getByRole('textbox', { name: t('shared.roots.path') });
    choose.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field).toHaveProperty('value', '/home/ada/chosen'));
    expect(
      host.calls.some(({ name }) => name === 'root.add'),
      'choosing adds nothing',
    ).toBe(false);
    await expectAccessible();
    host.on('root.choose', () => ({ path: null }));
    await user.click(choose);
    expect(field, 'choosing none changes nothing').toHaveProperty('value', '/home/ada/chosen');
    host.on('root.choose', () => {
      throw {
        code: 'internal',
        message: coreMessage('verbatim', { text: 'There is no dialog. Write the path instead.' }),
      };
    });
    await user.click(choose);
    expect(await screen.findByText('There is no dialog. Write the path instead.')).toBeDefined();
  });

  it('that are gone say so', async () => {
    renderApp('/settings', { change: (world) => world.roots.push(...ROOTS_APPROVAL.request.folders) });
    const list = await screen.findByRole('list', { name: t('shared.roots.list') });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['portal/home/ada/work/portal', `notes/home/ada/gone/notes${t('shared.roots.missing')}`]);
  });

  it('that cannot be read say why, and can be tried again', async () => {
    renderApp('/settings', {
      on: {
        'root.list': () => {
          throw {
            code: 'internal',
            message: coreMessage('verbatim', { text: 'The folders could not be read.' }),
          };
        },
      },
    });
    expect(await screen.findByText('The folders could not be read.')).toBeDefined();
  });
});

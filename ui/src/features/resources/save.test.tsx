import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fail } from '../../host/fake/serverHandlers';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

const open = (uri: string) => `/resources?server=demo&item=${encodeURIComponent(uri)}`;

it('saves a content as a file and says where', async () => {
  const { host, user } = renderApp(open('demo://docs/readme.md'));
  await user.click(await screen.findByRole('button', { name: t('content.save.as') }));
  expect(host.calls.findLast(({ name }) => name.startsWith('content.'))).toEqual({
    name: 'content.save',
    params: { contentId: 'demo://docs/readme.md' },
  });
  expect(
    await screen.findByText(t('content.save.saved', { path: '/home/ada/readme.md' })),
    'the person sees where it is',
  ).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('content.save.openFolder') }));
  expect(host.calls.at(-1), 'the folder is opened only then').toEqual({
    name: 'content.openFolder',
    params: { path: '/home/ada/readme.md' },
  });
  await waitFor(() =>
    expect(screen.queryByText(t('content.save.saved', { path: '/home/ada/readme.md' }))).toBeNull(),
  );
});

it('saves several contents into a folder', async () => {
  const { host, user } = renderApp(open('demo://docs'));
  await user.click(await screen.findByRole('button', { name: t('content.save.all') }));
  expect(host.calls.findLast(({ name }) => name.startsWith('content.'))).toEqual({
    name: 'content.saveMany',
    params: { contentIds: ['demo://docs/readme.md', 'demo://docs/plan.json'] },
  });
  expect(
    await screen.findByText(t('content.save.savedMany', { count: 2, folder: '/home/ada' })),
  ).toBeDefined();
});

it('says nothing where the dialog was dismissed, and why where saving failed', async () => {
  const { host, user } = renderApp(open('demo://docs/readme.md'));
  host.on('content.save', () => ({ file: null }));
  const save = await screen.findByRole('button', { name: t('content.save.as') });
  await user.click(save);
  expect(screen.queryByText(t('content.save.saved', { path: '/home/ada/readme.md' }))).toBeNull();
  host.on('content.save', () => fail('notFound', 'gone'));
  await user.click(save);
  expect(await screen.findByText(/gone/)).toBeDefined();
});

it('opens a copy in another app only after a question that names it', async () => {
  const { host, user } = renderApp(open('demo://docs/readme.md'));
  const opened = vi.fn(() => ({ path: '/x/readme.md', sizeBytes: 1 }));
  host.on('content.open', opened);
  const menu = await screen.findByRole('button', { name: /^Actions for/ });
  await user.click(menu);
  await user.click(await screen.findByRole('menuitem', { name: t('content.save.open') }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('Demo server');
  expect(opened, 'nothing opens by itself').not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: t('common.open') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened).toHaveBeenCalledWith({ contentId: 'demo://docs/readme.md' });
});

it('copies a content as a data URL', async () => {
  const { user } = renderApp(open('demo://docs/readme.md'));
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: t('content.copyDataUrl') }));
  await screen.findByText(t('common.copied'));
  expect(await navigator.clipboard.readText()).toMatch(/^data:text\/markdown;base64,IyBSZWFk/u);
});

it('has the menu of a content as the context menu of its preview', async () => {
  const { host, user } = renderApp(open('demo://docs/readme.md'));
  const shown = await screen.findByText('two');
  fireEvent.contextMenu(shown);
  await user.click(await screen.findByRole('menuitem', { name: t('content.save.as') }));
  await waitFor(() =>
    expect(host.calls).toContainEqual({
      name: 'content.save',
      params: { contentId: 'demo://docs/readme.md' },
    }),
  );
});

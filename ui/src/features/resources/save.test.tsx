import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fail } from '../../host/fake/serverHandlers';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';

const open = (uri: string) => `/resources?server=demo&item=${encodeURIComponent(uri)}`;

it('saves a content as a file and says where', async () => {
  const { host, user } = renderApp(open('demo://docs/readme.md'));
  await user.click(await screen.findByRole('button', { name: t('content.save.as') }));
  expect(host.calls.at(-1)).toEqual({
    name: 'content.save',
    params: { contentId: 'demo://docs/readme.md' },
  });
  expect(
    await screen.findByText(t('content.save.saved', { path: '/home/ada/readme.md' })),
    'the person sees where it is',
  ).toBeDefined();
});

it('saves several contents into a folder', async () => {
  const { host, user } = renderApp(open('demo://docs'));
  await user.click(await screen.findByRole('button', { name: t('content.save.all') }));
  expect(host.calls.at(-1)).toEqual({
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

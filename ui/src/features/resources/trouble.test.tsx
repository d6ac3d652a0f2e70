import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { palette } from '../../lib/palette';
import { renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;
const FAILED = /^Couldn’t load/;

/** A resource is open in the tree while the list of templates of its server could not be loaded. */
async function withTrouble() {
  const app = renderApp('/resources', {
    change: (world) => {
      world.settings.resourceViews = { '': 'tree' };
    },
  });
  app.host.on('template.list', () => [
    {
      serverId: DEMO,
      state: { kind: 'failed', message: coreMessage('verbatim', { text: 'No reply in 30 s.' }) },
      items: [],
      broken: [],
    },
  ]);
  await app.user.click(await screen.findByRole('treeitem', { name: /Read me/ }));
  await screen.findAllByRole('heading', { name: 'Read me' });
  act(() => app.host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'templates' }));
  await screen.findByRole('treeitem', { name: FAILED });
  const row = (name: RegExp) => screen.getByRole('treeitem', { name });
  const selected = () => screen.queryByRole('treeitem', { selected: true });
  return { ...app, row, selected, docs: () => row(/^demo:\/\/docs/) };
}

const message = () =>
  screen.queryByText(t('shared.catalog.loadFailedFrom.templates', { server: 'Demo server' }));

test('picking the row of an error opens no folder', async () => {
  const { user, row, selected, docs } = await withTrouble();
  await user.click(docs());
  await user.click(row(FAILED));
  expect(message(), 'the error is shown').not.toBeNull();
  expect(selected(), 'its row is chosen').toBe(row(FAILED));
  expect(docs().getAttribute('aria-expanded'), 'the folder above what is open stays closed').toBe('false');
  await user.click(docs());
  await user.click(row(/Read me/));
  expect(message(), 'what is open is shown again').toBeNull();
  await user.click(docs());
  expect(docs().getAttribute('aria-expanded'), 'once was enough').toBe('false');
});

test('what the search leads to takes the place of an error', async () => {
  const { user, row } = await withTrouble();
  await user.click(row(FAILED));
  act(() => palette.open());
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  await user.keyboard('Arch');
  await user.click(await within(dialog).findByRole('option', { name: /^Arch/ }));
  await screen.findAllByRole('heading', { name: 'Arch' });
  expect(message()).toBeNull();
});

test('an error that is over is no longer shown', async () => {
  const { host, user, row, selected } = await withTrouble();
  await user.click(row(FAILED));
  host.on('template.list', () => []);
  act(() => host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'templates' }));
  await waitFor(() => expect(message()).toBeNull());
  expect(selected()?.textContent, 'what is open is chosen again').toContain('Read me');
});

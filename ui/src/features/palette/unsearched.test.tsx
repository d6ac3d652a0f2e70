import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { palette } from '../../lib/palette';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;
const NONE = 'zqxv';

/** The dialog of the search while the tools of the demo server are in a state. */
async function withTools(state: 'failed' | 'loading') {
  const app = renderApp('/settings');
  app.host.on('tool.list', () => [
    {
      serverId: DEMO,
      state:
        state === 'loading'
          ? { kind: 'loading' }
          : { kind: 'failed', message: coreMessage('verbatim', { text: 'No reply in 30 s.' }) },
      items: [],
      broken: [],
    },
  ]);
  act(() => app.host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'tools' }));
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  act(() => palette.open());
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  return { ...app, dialog, says: () => dialog.querySelector('[data-part=unsearched]')?.textContent ?? '' };
}

test('a list that could not be loaded is named, with its server', async () => {
  const { user, dialog, says } = await withTools('failed');
  await user.type(within(dialog).getByRole('combobox'), NONE);
  const failed = t('shared.catalog.loadFailedFrom.tools', { server: 'Demo server' });
  await waitFor(() => expect(says()).toContain(failed));
  expect(await within(dialog).findByText(t('palette.empty', { query: NONE }))).toBeDefined();
  await expectAccessible();
});

test('a list that is loading is said to be', async () => {
  const { user, dialog, says } = await withTools('loading');
  await user.type(within(dialog).getByRole('combobox'), NONE);
  await waitFor(() => expect(says()).toBe(t('palette.loading')));
});

test('activity that could not be searched is named, and nothing is said before it was', async () => {
  const { host, user } = renderApp('/settings');
  host.on('history.list', () => {
    throw { code: 'timeout', message: coreMessage('verbatim', { text: 'No answer.' }) };
  });
  await screen.findByRole('heading', { name: t('common.settings'), level: 1 });
  act(() => palette.open());
  const dialog = await screen.findByRole('dialog', { name: t('palette.title') });
  await user.type(within(dialog).getByRole('combobox'), NONE);
  expect(within(dialog).queryByText(t('palette.empty', { query: NONE }))).toBeNull();
  expect(await within(dialog).findByText(t('palette.activityFailed'))).toBeDefined();
});

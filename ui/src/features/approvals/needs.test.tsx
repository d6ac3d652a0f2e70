import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showReview } from '../../host/fake/pinHandlers';
import { webtool } from '../../host/fake/webtools';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

test('a server that changed what was reviewed is listed', async () => {
  const { user } = renderApp('/approvals', { change: (world) => showReview(world, 'changed') });
  const list = within(await screen.findByRole('group', { name: 'Decided elsewhere' }));
  await user.click(list.getByRole('option', { name: 'GitHub changed what you reviewed' }));
  const pane = await screen.findByRole('article', { name: 'GitHub changed what you reviewed' });
  expect(pane.textContent, 'where it really comes from').toContain('npx');
  await user.click(within(pane).getByRole('button', { name: 'Review it on its page' }));
  expect(await screen.findByRole('button', { name: t('servers.review.changes') })).toBeTruthy();
});

test('what is decided on another page is listed, said at length, and one press away', async () => {
  const { user, host } = renderApp('/approvals', {
    change: (world) => {
      world.webtools.push(webtool());
      const github = world.servers.find(({ snapshot }) => snapshot.label === 'GitHub');
      if (github !== undefined) {
        github.snapshot.state = { kind: 'needsSignIn', reason: 'It wants you to sign in.' };
        github.snapshot.need = 'signIn';
        github.snapshot.needsSince = Date.now() - 65_000;
      }
    },
  });
  const list = await screen.findByRole('group', { name: 'Decided elsewhere' });
  expect(screen.getByRole('link', { name: /^Approvals/u }).textContent, 'the rail counts them').toBe(
    'Approvals2 waiting',
  );
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/GitHub1:0/u), expect.stringContaining('Weather webtool')]);
  expect(screen.queryByText('Nothing waits for you')).toBeNull();
  await user.click(
    within(list).getByRole('option', { name: 'Weather webtool changed without a new version' }),
  );
  const pane = within(
    await screen.findByRole('article', { name: 'Weather webtool changed without a new version' }),
  );
  expect(pane.getByText(webtool().snapshot.base), 'where its calls go').toBeTruthy();
  expect(pane.getByText(/^Since /u)).toBeTruthy();
  expect(pane.getByText(/None of its actions runs/)).toBeTruthy();
  await expectAccessible();
  await user.click(pane.getByRole('button', { name: 'Review it on its page' }));
  expect(
    await screen.findByRole('region', { name: t('servers.page.label', { server: 'Weather webtool' }) }),
  ).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'webtool.activateVersion')).toBe(false);
});

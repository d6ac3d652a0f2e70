import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showReview } from '../../host/fake/pinHandlers';
import { webtool } from '../../host/fake/webtools';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';

const heading = (what: 'changed' | 'unversioned', label: string): string =>
  t.markup(`approvals.need.heading.${what}`, { server: () => label });

test('a server that changed what was reviewed is listed', async () => {
  const { user } = renderApp('/approvals', { change: (world) => showReview(world, 'changed') });
  const list = within(await screen.findByRole('group', { name: t('approvals.section.reviews') }));
  await user.click(list.getByRole('option', { name: heading('changed', 'GitHub') }));
  const pane = await screen.findByRole('article', { name: heading('changed', 'GitHub') });
  expect(pane.textContent, 'where it really comes from').toContain('npx');
  await user.click(within(pane).getByRole('button', { name: t('common.review') }));
  expect(await screen.findByRole('button', { name: t('servers.review.changes') })).toBeTruthy();
});

test('what is decided on another page is listed, said at length, and one press away', async () => {
  const { user, host } = renderApp('/approvals', {
    change: (world) => {
      world.webtools.push(webtool());
      const github = world.servers.find(({ snapshot }) => snapshot.label === 'GitHub');
      if (github !== undefined) {
        github.snapshot.state = {
          kind: 'needsSignIn',
          reason: coreMessage('failure.unauthorized', { place: 'https://mcp.github.example' }),
        };
        github.snapshot.need = 'signIn';
        github.snapshot.needsSince = Date.now() - 65_000;
      }
    },
  });
  const list = await screen.findByRole('group', { name: t('approvals.section.reviews') });
  expect(screen.getByRole('link', { name: /^Approvals/u }).textContent, 'the rail counts them').toBe(
    'Approvals2 pending',
  );
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/GitHub1:0/u), expect.stringContaining('Weather webtool')]);
  expect(screen.queryByText(t('approvals.empty.title'))).toBeNull();
  await user.click(within(list).getByRole('option', { name: heading('unversioned', 'Weather webtool') }));
  const pane = within(
    await screen.findByRole('article', { name: heading('unversioned', 'Weather webtool') }),
  );
  expect(pane.getByText(webtool().snapshot.base), 'where its calls go').toBeTruthy();
  expect(pane.getByText(new RegExp(`^${t('approvals.request.since', { time: '' })}`, 'u'))).toBeTruthy();
  expect(pane.getByText(t('approvals.need.webtoolHelp'))).toBeTruthy();
  await expectAccessible();
  await user.click(pane.getByRole('button', { name: t('common.review') }));
  expect(
    await screen.findByRole('region', { name: t('servers.page.label', { server: 'Weather webtool' }) }),
  ).toBeTruthy();
  expect(host.calls.some(({ name }) => name === 'webtool.activateVersion')).toBe(false);
});

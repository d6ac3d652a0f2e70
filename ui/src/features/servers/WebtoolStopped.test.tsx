import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webtool } from '../../host/fake/webtools';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const page = () =>
  screen.findByRole('region', { name: t('servers.page.label', { server: 'Weather webtool' }) });

test('a stopped webtool is nowhere called on or in use, and can still be turned off', async () => {
  const { user, host } = renderApp('/servers?server=webtool-1&tab=versions', {
    change: (world) => world.webtools.push(webtool()),
  });
  await within(await page()).findByRole('region', { name: t('servers.webtool.versions.title') });
  const detail = within((await page()).closest('.detail') as HTMLElement);
  expect(
    [
      detail.queryByRole('switch', { name: t('servers.page.enabledOf', { server: 'Weather webtool' }) }),
      detail.queryByText(t('servers.page.enabled')),
      detail.queryByText(t('servers.webtool.versions.inUse')),
    ],
    'nothing of it runs, so nothing here says that it does',
  ).toEqual([null, null, null]);
  expect(
    detail.getAllByText(t('shared.webtool.blocked')).length,
    'in the head, and at the pinned version',
  ).toBe(2);
  await expectAccessible();
  await user.click(
    detail.getByRole('button', { name: t('servers.page.more', { server: 'Weather webtool' }) }),
  );
  await user.click(await screen.findByRole('menuitem', { name: t('common.disable') }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.setEnabled')?.params).toEqual({
      webtoolId: 'webtool-1',
      enabled: false,
    }),
  );
  expect(
    await detail.findByRole('switch', { name: t('servers.page.enabledOf', { server: 'Weather webtool' }) }),
  ).toBeTruthy();
});

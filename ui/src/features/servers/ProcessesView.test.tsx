import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const lines = async () => {
  const table = await screen.findByRole('table', { name: t('servers.processes.caption') });
  const rows = within(table).getAllByRole('row').slice(1);
  return rows.map((row) =>
    [...row.querySelectorAll('th .cut, td[data-align="end"]')].map((cell) => cell.textContent),
  );
};

test('every running local server is listed with what it uses, and Usher itself', async () => {
  const { user } = renderApp('/servers');
  const button = await screen.findByRole('button', { name: t('servers.processes.title') });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await user.click(button);
  expect(await lines()).toEqual([
    [t('servers.processes.usher'), '4700 +2', '214 MB', '0.6%', '2 h 5 min'],
    ['Demo server', '4711', '12.4 MB', '0%', '1 min'],
    ['GitHub', '5120 +1', '49.6 MB', '0.4%', '1 h 11 min'],
  ]);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await expectAccessible();
});

test('a server is restarted and turned off from its line', async () => {
  const { user, host } = renderApp('/servers?view=processes');
  await user.click(
    await screen.findByRole('button', { name: t('common.restartOf', { server: 'Demo server' }) }),
  );
  expect(host.calls.map(({ name }) => name)).toContain('server.restart');
  await user.click(
    await screen.findByRole('button', { name: t('common.disableOf', { server: 'Demo server' }) }),
  );
  expect(
    await screen.findByRole('option', { name: `Demo server, ${t('shared.state.disabled')}` }),
  ).toBeTruthy();
});

test('without local servers it says so', async () => {
  renderApp('/servers?view=processes', {
    on: { 'server.processes': () => ({ usher: null, servers: [] }) },
  });
  expect(await screen.findByText(t('servers.processes.none'))).toBeTruthy();
  await expectAccessible();
});

test('the page of a server says what it uses', async () => {
  renderApp('/servers?server=demo');
  const about = await screen.findByRole('region', {
    name: t('servers.page.label', { server: 'Demo server' }),
  });
  expect(await within(about).findByText(/12\.4 MB, 0%/)).toBeTruthy();
});

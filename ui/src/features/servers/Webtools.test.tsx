import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webtool, webtoolTools } from '../../host/fake/webtools';
import type { FakeOptions } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';

const PAGE = '/servers?server=webtool-1';
const withWebtool: FakeOptions = {
  change: (world) => {
    world.webtools.push(webtool());
    world.tools.push(...webtoolTools());
  },
};
const page = () => screen.findByRole('region', { name: 'About Weather webtool' });

test('a webtool stands among the servers, and its actions among the tools', async () => {
  renderApp('/servers', withWebtool);
  const row = await screen.findByRole('option', { name: 'Weather webtool, Silently changed' });
  expect(row.textContent).toContain('https://weather.example.com/v2');
  expect(row.textContent).toContain('2 actions');
});

test('an action of a webtool says where it goes and what is pinned', async () => {
  renderApp('/tools?server=webtool-1&item=forecast', withWebtool);
  expect(await screen.findByText(/https:\/\/weather\.example\.com\/v2 · pinned 2\.0\.3/)).toBeTruthy();
  expect(await screen.findByLabelText(/place/i)).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Policy of this tool: / })).toBeTruthy();
});

test('an address with a webtool is recognised, shown whole, and added only then', async () => {
  const { user, host } = renderApp('/servers');
  await user.click(await screen.findByRole('button', { name: 'Add a server' }));
  await user.click(await screen.findByRole('radio', { name: 'Network address' }));
  await user.type(screen.getByLabelText('Address'), 'https://weather.example.com/v2');
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webtool' }));
  expect(dialog.getByRole('status').textContent).toContain('weather_desk 2.0.3');
  expect(host.calls.some(({ name }) => name === 'server.test')).toBe(false);
  expect(host.calls.some(({ name }) => name === 'webtool.add')).toBe(false);
  await expectAccessible();
  await user.click(dialog.getByRole('button', { name: 'Add and pin 2.0.3' }));
  expect(await page()).toBeTruthy();
  expect(host.calls.find(({ name }) => name === 'webtool.add')?.params).toMatchObject({
    sha256: 'e94b17',
    token: null,
  });
});

test('a silent change is stopped, shown with what is hidden in it, and the old one kept', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const about = await page();
  const notice = within(await within(about).findByRole('alert'));
  expect(notice.getByText('It was changed silently.')).toBeTruthy();
  await user.click(notice.getByRole('button', { name: 'Review the changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: /changed since you reviewed it/ }));
  expect((await dialog.findByText('Hides text from you.')).closest('li')?.textContent).toContain(
    '1 zero-width character',
  );
  const table = await dialog.findByRole('table');
  expect(table.textContent).toContain('U+200B');
  await expectAccessible();
  await user.click(dialog.getByRole('radio', { name: 'Raw' }));
  expect(dialog.getByLabelText('As JSON, now').textContent).toContain('~/.ssh/config');
  await user.click(dialog.getByRole('button', { name: 'Keep the old one' }));
  await waitFor(() => expect(within(about).queryByRole('alert')).toBeNull());
  expect(host.calls.some(({ name }) => name === 'webtool.use')).toBe(false);
});

test('an older version is accepted only by a second press', async () => {
  const { user, host } = renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      if (one.snapshot.checked?.found.kind === 'other') one.snapshot.checked.found.change = 'downgraded';
      world.webtools.push(one);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Review the changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: /changed since/ }));
  await dialog.findByRole('table');
  await user.click(dialog.getByRole('button', { name: 'Accept the older one' }));
  expect(host.calls.some(({ name }) => name === 'webtool.use')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Yes, go back to it' }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.use')?.params).toMatchObject({ pinId: 3 }),
  );
});

test('it is configured by its own form, and its credentials only ever go in', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const section = within(await screen.findByRole('region', { name: 'Configuration' }));
  const key = await section.findByLabelText<HTMLInputElement>(/API key/, { selector: 'input' });
  expect(key.value).toBe('');
  expect(key.placeholder).toBe('kept in the system keyring');
  await expectAccessible();
  await user.type(key, 'k-1');
  await user.click(section.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.configure')?.params).toMatchObject({
      config: { units: 'metric', days: 3 },
      secrets: [{ pointer: '/apiKey', change: { kind: 'set', value: 'k-1' } }],
      token: { kind: 'keep' },
    }),
  );
  expect(key.value).toBe('');
});

test('an older version is compared and used again', async () => {
  const { user, host } = renderApp(PAGE, withWebtool);
  const versions = within(await screen.findByRole('region', { name: 'Versions' }));
  await user.click(await versions.findByRole('button', { name: /Compare 1\.9\.0/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /another version/ }));
  await dialog.findByRole('table');
  await user.click(dialog.getByRole('button', { name: 'Use this version' }));
  await waitFor(() =>
    expect(host.calls.find(({ name }) => name === 'webtool.use')?.params).toMatchObject({ pinId: 1 }),
  );
});

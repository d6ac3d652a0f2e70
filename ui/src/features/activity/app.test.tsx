import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeHost } from '../../host/fake';
import { showApp } from '../../host/fake/appHandlers';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const server = 'Demo server';

const called = (host: FakeHost, name: string): unknown[] =>
  host.calls.filter((one) => one.name === name).map(({ params }) => params);

/** The host's first call was one of a tool whose results an app draws. */
const open = (serverId: string) =>
  renderApp('/activity?item=h1', {
    change: (world) => {
      showApp(world);
      world.history = world.history.map((entry) => ({
        ...entry,
        row: { ...entry.row, name: 'chart_rain', serverId: serverId as typeof entry.row.serverId },
      }));
    },
  });

const callDetail = () =>
  screen.findByRole('article', { name: t('activity.call.label', { tool: 'chart_rain' }) });

it('a call is drawn by the app of its tool once it is asked for', async () => {
  const { host, user } = open('demo');
  const call = within(await callDetail());
  const tab = await call.findByRole('tab', { name: t('common.app') });
  expect(tab.getAttribute('aria-selected'), 'what came back is seen first').toBe('false');
  await user.click(tab);
  await call.findByText(t('apps.earlier', { server }));
  await expectAccessible();
  const asked = ['mcpApp.prepare', 'mcpApp.open'].flatMap((name) => called(host, name));
  expect(asked, 'nothing is read by itself').toEqual([]);
  await user.click(call.getByRole('button', { name: t('apps.show') }));
  await call.findByRole('region', { name: t('apps.of', { server }) });
  const [entry] = host.world.history;
  expect(called(host, 'mcpApp.open')).toMatchObject([{ tool: 'chart_rain', callId: entry?.outcome.callId }]);
});

it('a call of a removed server has no app', async () => {
  const { host } = open('gone');
  const call = within(await callDetail());
  await call.findByRole('tab', { name: t('common.rawJson') });
  expect(call.queryByRole('tab', { name: t('common.app') })).toBeNull();
  expect(called(host, 'tool.get')).toEqual([]);
});

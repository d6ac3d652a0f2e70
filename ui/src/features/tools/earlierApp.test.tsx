import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeHost } from '../../host/fake';
import { showApp } from '../../host/fake/appHandlers';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const server = 'Demo server';

const called = (host: FakeHost, name: string): unknown[] =>
  host.calls.filter((one) => one.name === name).map(({ params }) => params);

it('an app draws an earlier result once it is asked for', async () => {
  const { host, user } = renderApp('/activity', {
    change: (world) => {
      showApp(world);
      const [first] = world.history;
      if (first !== undefined)
        world.history = [{ ...first, row: { ...first.row, name: 'chart_rain', arguments: { days: 3 } } }];
    },
  });
  await user.click(await screen.findByRole('option', { name: /chart_rain/ }));
  await user.click(await screen.findByRole('button', { name: t('common.openTool') }));
  // The call in Activity has such a tab, too.
  await screen.findByRole('button', { name: new RegExp(`^${t('common.run')} Ctrl`) });
  const tab = await screen.findByRole('tab', { name: t('common.app') });
  expect(tab.getAttribute('aria-selected'), 'what came back is seen first').toBe('false');
  await user.click(tab);
  await screen.findByText(t('apps.earlier', { server }));
  await waitFor(() => expect(called(host, 'mcpApp.prepareView'), 'a web view is ready').toEqual([{}]));
  await expectAccessible();
  const asked = ['mcpApp.prepare', 'mcpApp.open'].flatMap((name) => called(host, name));
  expect(asked, 'nothing is read by itself').toEqual([]);
  await user.click(screen.getByRole('button', { name: t('apps.show') }));
  await screen.findByRole('region', { name: t('apps.of', { server }) });
  const [entry] = host.world.history;
  expect(called(host, 'mcpApp.open')).toEqual([
    {
      serverId: 'demo',
      tool: 'chart_rain',
      callId: entry?.outcome.callId,
      arguments: { days: 3 },
      result: entry?.outcome.ending.kind === 'result' ? entry.outcome.ending.raw : null,
      place: { kind: 'hidden' },
    },
  ]);
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { formatMoment } from '../../lib/format';
import { coreMessage } from '../../words/message';

test('says how fresh each list is, what in it cannot be used, and reads all of them again', async () => {
  const { host, user } = renderApp('/servers?server=demo');
  const lists = await screen.findByRole('region', { name: t('servers.lists.title') });
  expect(await within(lists).findByText(t('common.prompts'))).toBeDefined();
  const serverId = 'demo' as ServerId;
  host.on('tool.list', () => [
    {
      serverId,
      state: { kind: 'failed', message: coreMessage('verbatim', { text: 'No reply in 30 s.' }) },
      items: [],
      broken: [
        { name: 'odd', problem: coreMessage('verbatim', { text: 'inputSchema is a number' }) },
        { name: null, problem: coreMessage('verbatim', { text: 'name is missing' }) },
      ],
    },
  ]);
  host.emit({ kind: 'catalogChanged', serverId, list: 'tools' });
  expect(await within(lists).findByText(t('servers.lists.invalid', { count: 2 }))).toBeDefined();
  const failed = t.markup('servers.lists.failed', { message: () => 'No reply in 30 s.' });
  expect(within(lists).getByText(failed)).toBeDefined();
  expect(within(lists).getByText(/inputSchema is a number/)).toBeDefined();
  await expectAccessible();
  await user.click(within(lists).getByRole('button', { name: t('common.refresh') }));
  expect(host.calls.some(({ name }) => name === 'catalog.refresh')).toBe(true);
});

test('says until when a list is fresh, where its server says so', async () => {
  const serverId = 'demo' as ServerId;
  const list = (fetchedAt: number, freshUntil: number | null) => () => [
    { serverId, state: { kind: 'ready' as const, fetchedAt, freshUntil }, items: [], broken: [] },
  ];
  const now = Date.now();
  const { host } = renderApp('/servers?server=demo', {
    on: {
      'tool.list': list(now, now + 3_600_000),
      'resource.list': list(now - 60_000, now - 1_000),
      'template.list': list(now, now),
      'prompt.list': list(now, null),
    },
  });
  const lists = await screen.findByRole('region', { name: t('servers.lists.title') });
  const line = async (word: string) =>
    (await within(lists).findByText(word)).closest('.kv-line')?.textContent;
  expect(await line(t('common.tools'))).toContain(
    t('servers.lists.cachedUntil', { time: formatMoment(now + 3_600_000) }),
  );
  expect(await line(t('common.resources'))).toContain(t('servers.lists.expired'));
  expect(await line(t('servers.lists.templates'))).toContain(t('servers.lists.notCached'));
  expect(await line(t('common.prompts'))).toBe(
    `${t('common.prompts')}0, ${t('servers.lists.loaded', { time: formatMoment(now) })}`,
  );
  expect(
    host.calls.filter(({ name }) => name === 'catalog.markViewed').map(({ params }) => params),
    'opening the page is a look at its lists',
  ).toEqual(['tools', 'resources', 'templates', 'prompts'].map((each) => ({ serverId, list: each })));
  await expectAccessible();
});

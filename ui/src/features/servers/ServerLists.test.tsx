import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';

test('says how fresh each list is, what in it cannot be used, and reads all of them again', async () => {
  const { host, user } = renderApp('/servers?server=demo');
  const lists = await screen.findByRole('region', { name: 'Lists' });
  expect(await within(lists).findByText('Prompts')).toBeDefined();
  const serverId = 'demo' as ServerId;
  host.on('tool.list', () => [
    {
      serverId,
      state: { kind: 'failed', message: 'No reply in 30 s.' },
      items: [],
      broken: [
        { name: 'odd', problem: 'inputSchema is a number' },
        { name: 'entry without a name (3)', problem: 'name is missing' },
      ],
    },
  ]);
  host.emit({ kind: 'catalogChanged', serverId, list: 'tools' });
  expect(await within(lists).findByText('2 tools cannot be used')).toBeDefined();
  expect(within(lists).getByText(/Could not be read: No reply in 30 s\./)).toBeDefined();
  expect(within(lists).getByText(/inputSchema is a number/)).toBeDefined();
  await expectAccessible();
  await user.click(within(lists).getByRole('button', { name: 'Read again' }));
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
  const lists = await screen.findByRole('region', { name: 'Lists' });
  const line = async (word: string) => (await within(lists).findByText(word)).parentElement?.textContent;
  expect(await line('Tools')).toContain(', fresh until ');
  expect(await line('Resources')).toContain(', again at the next look');
  expect(await line('Templates')).toContain(', again at each look');
  expect(await line('Prompts')).not.toContain('again');
  expect(
    host.calls.filter(({ name }) => name === 'catalog.markViewed').map(({ params }) => params),
    'opening the page is a look at its lists',
  ).toEqual(['tools', 'resources', 'templates', 'prompts'].map((each) => ({ serverId, list: each })));
  await expectAccessible();
});

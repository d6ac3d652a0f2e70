import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HistoryEntry, HistoryId, JsonValue } from '../../api/generated/contract';
import { ended, returned } from '../../test/calls';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { comparedCall } from './compared';

const entry = (ending: HistoryEntry['outcome']['ending'], args: JsonValue = {}): HistoryEntry => ({
  row: {
    id: 'h' as HistoryId,
    serverId: 'demo' as HistoryEntry['row']['serverId'],
    serverLabel: 'Demo server',
    kind: 'tool',
    name: 'echo',
    client: null,
    startedAt: 5,
    durationMs: 1,
    status: 'completed',
    arguments: args,
  },
  outcome: ended(ending),
  times: null,
  clientLeg: null,
});

test.each<[what: string, entry: HistoryEntry, texts: Record<string, string>]>([
  [
    'properties in the order of their names, also in text that is JSON',
    entry(
      returned({
        structured: { b: 1, a: 2 },
        content: [{ kind: 'text', text: '{"d":1,"c":2}' }],
        raw: { z: 1, y: 2 },
      }),
      { n: 1, m: 2 },
    ),
    {
      structured: '{\n  "a": 2,\n  "b": 1\n}',
      text: '{\n  "c": 2,\n  "d": 1\n}',
      raw: '{\n  "y": 2,\n  "z": 1\n}',
      arguments: '{\n  "m": 2,\n  "n": 1\n}',
    },
  ],
  [
    'text that only begins as JSON stays as it is',
    entry(returned({ content: [{ kind: 'text', text: '[a' }] })),
    { text: '[a', raw: '{}', arguments: '{}' },
  ],
  ['a cancelled call has only its arguments', entry({ kind: 'cancelled' }), { arguments: '{}' }],
])('%s', (_what, given, texts) => {
  expect(comparedCall(given)).toEqual({ at: 5, texts });
});

test('a result is compared with another run of the same tool', async () => {
  const { host, user } = renderApp('/activity?item=h1');
  const [first] = host.world.history;
  if (first === undefined) throw new Error('the fake host has a history');
  const other: HistoryEntry = {
    ...first,
    row: {
      ...first.row,
      id: 'h9' as HistoryId,
      startedAt: first.row.startedAt + 60_000,
      arguments: { message: 'Bye' },
    },
    outcome: { ...first.outcome, historyId: 'h9' as HistoryId },
  };
  host.world.history = [other, ...host.world.history];
  await user.click(await screen.findByRole('button', { name: t('compare.with') }));
  const runs = await screen.findByRole('list', { name: t('compare.choose', { name: 'echo' }) });
  await user.click(await within(runs).findByRole('button', { name: /Bye/ }));
  const dialog = await screen.findByRole('dialog', { name: t('compare.title', { name: 'echo' }) });
  await user.click(await within(dialog).findByRole('radio', { name: t('compare.kind.arguments') }));
  expect(await within(dialog).findByText(t('compare.places', { count: 1 }))).toBeDefined();
  const sides = within(dialog).getAllByRole('textbox');
  expect(
    sides.map((side) => side.textContent.includes('Bye')),
    'the older run stands at the left',
  ).toEqual([false, true]);
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

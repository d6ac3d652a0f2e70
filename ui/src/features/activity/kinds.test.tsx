import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HistoryEntry, HistoryId, ServerId } from '../../api/generated/contract';
import { promptEntry } from '../../host/fake';
import type { World } from '../../host/fake/world';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const URI = 'demo://docs/readme.md';
const PROMPT = promptEntry('p', { serverId: 'demo' as ServerId, name: 'echo', arguments: {} });

const named = (kind: 'prompt' | 'resource', name: string): string =>
  t('activity.call.named', { kind: t(`activity.kind.${kind}`), name });

/** A resource that a client read, with one blob that is kept in short. */
const READ: HistoryEntry = {
  ...PROMPT,
  row: { ...PROMPT.row, id: 'r' as HistoryId, kind: 'resource', name: URI, client: 'Editor' },
  outcome: {
    ...PROMPT.outcome,
    historyId: 'r' as HistoryId,
    ending: {
      kind: 'read',
      contents: [
        {
          uri: URI,
          mimeType: 'text/plain',
          detectedType: null,
          contentId: null,
          body: { kind: 'text', text: 'What a client read.', sizeBytes: 19, picture: null },
        },
      ],
      raw: {
        contents: [
          { uri: URI, text: 'What a client read.' },
          { uri: `${URI}#2`, blob: 'AAAA…' },
        ],
      },
      shortened: 1,
      sizeBytes: 140_000,
    },
  },
  clientLeg: { request: { uri: URI }, answer: { result: { contents: [] } } },
};

const change = (world: World): void => void world.history.unshift(READ, PROMPT);

const rows = (): (string | null)[] =>
  screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'));

test('what is named alike is told apart, and listed by its kind, which the core does', async () => {
  const { host, user } = renderApp('/activity', { change });
  await screen.findAllByRole('option');
  const [read, prompt, tool] = rows();
  expect(read).toContain(named('resource', URI));
  expect(read).toContain('Editor');
  expect(prompt).toContain(named('prompt', 'echo'));
  expect(tool).toMatch(/^echo,/u);
  await expectAccessible();
  for (const [kind, label, row] of [
    ['prompt', t('common.prompts'), prompt],
    ['resource', t('common.resources'), read],
    ['tool', t('common.tools'), tool],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: t('activity.filter.kind') }));
    const listbox = await screen.findByRole('listbox', { name: t('activity.filter.kind') });
    await user.click(within(listbox).getByRole('option', { name: label }));
    await waitFor(() => expect(rows()).toEqual([row]));
    expect(host.calls.findLast(({ name }) => name === 'history.list')?.params).toMatchObject({ kind });
  }
});

test('a kind of which there is nothing is left again', async () => {
  const { user } = renderApp('/activity');
  await screen.findByRole('option', { name: /echo/ });
  await user.click(screen.getByRole('combobox', { name: t('activity.filter.kind') }));
  await user.click(await screen.findByRole('option', { name: t('common.prompts') }));
  expect(await screen.findByText(t('activity.call.noMatch'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('common.showAllCalls') }));
  expect(await screen.findByRole('option', { name: /echo/ })).toBeDefined();
});

test('a resource shows what the client read, and leads to the resource', async () => {
  const { user } = renderApp('/activity?item=r', { change });
  const entry = within(await screen.findByRole('article', { name: named('resource', URI) }));
  expect(await entry.findByText('What a client read.')).toBeDefined();
  expect(entry.getByText(t('activity.call.shortened'))).toBeDefined();
  expect(entry.getByRole('region', { name: t('activity.call.clientRequest') })).toBeDefined();
  expect(entry.queryByRole('region', { name: t('common.arguments') }), 'it has none').toBeNull();
  expect(entry.queryByRole('button', { name: t('compare.with') })).toBeNull();
  await expectAccessible();
  await user.click(entry.getByRole('tab', { name: t('common.rawJson') }));
  expect(await entry.findByText(/AAAA…/)).toBeDefined();
  await user.click(entry.getByRole('button', { name: t('activity.call.openResource') }));
  expect(
    (await screen.findByRole('link', { name: new RegExp(t('common.resources'), 'u') })).getAttribute(
      'aria-current',
    ),
  ).toBe('page');
});

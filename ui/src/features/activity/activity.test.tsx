import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry, HistoryId, ServerId } from '../../api/generated/contract';
import { someRecords } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage, messageText } from '../../words/message';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;

function entries(host: FakeHost, count: number): HistoryEntry[] {
  const [first] = host.world.history;
  if (first === undefined) throw new Error('the fake host has a history');
  return Array.from({ length: count }, (_, index) => {
    const id = `r${index}` as HistoryId;
    const name = index % 2 === 0 ? `tool_${index}` : 'fail';
    const status = index % 2 === 0 ? 'completed' : 'toolError';
    return {
      ...first,
      row: { ...first.row, id, name, status },
      outcome: { ...first.outcome, historyId: id },
    };
  });
}

/** Gives the host another history. */
function withHistory(host: FakeHost, history: HistoryEntry[]): void {
  host.world.history = history;
  act(() => host.emit({ kind: 'historyChanged' }));
}

const rows = () => within(screen.getByRole('listbox', { name: t('common.calls') })).getAllByRole('option');

describe('calls', () => {
  it('are listed, and open with what was sent and what came back', async () => {
    const { user } = renderApp('/activity');
    await user.click(
      await screen.findByRole('option', {
        name: t('activity.call.row', {
          tool: 'echo',
          server: 'Demo server',
          status: t('activity.status.completed'),
          duration: '412 ms',
        }),
      }),
    );
    const call = await screen.findByRole('article', { name: t('activity.call.label', { tool: 'echo' }) });
    expect(await within(call).findByRole('tree', { name: t('common.arguments') })).toBeDefined();
    expect(within(call).getByRole('region', { name: 'Result' }).textContent).toContain('Hello');
    await expectAccessible();
  });

  it('are run again with the same arguments', async () => {
    const { user } = renderApp('/activity?item=h1');
    await user.click(await screen.findByRole('button', { name: t('common.runAgain') }));
    expect(await screen.findByRole('textbox', { name: /Message/ })).toHaveProperty('value', 'Hello');
    expect(
      screen.getByRole('link', { name: new RegExp(t('common.tools'), 'u') }).getAttribute('aria-current'),
    ).toBe('page');
  });

  it('come page by page, and a search looks through all of them', async () => {
    const { host, user } = renderApp('/activity');
    await screen.findByRole('option', { name: /echo/ });
    withHistory(host, entries(host, 450));
    await screen.findByRole('option', { name: /tool_0,/ });
    await user.type(screen.getByRole('searchbox', { name: t('activity.call.search') }), 'tool_448');
    expect(await screen.findByRole('option', { name: /tool_448/ })).toBeDefined();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(
      host.calls.findLast(({ name }) => name === 'history.list')?.params,
      'the core searches, not the page',
    ).toMatchObject({ query: 'tool_448' });
  });

  it('are filtered by how they ended', async () => {
    const { host, user } = renderApp('/activity');
    await screen.findByRole('option', { name: /echo/ });
    withHistory(host, entries(host, 4));
    await user.click(screen.getByRole('combobox', { name: t('common.status') }));
    await user.click(await screen.findByRole('option', { name: t('activity.status.toolError') }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(screen.getByRole('combobox', { name: t('common.status') }));
    await user.click(await screen.findByRole('option', { name: t('activity.status.cancelled') }));
    expect(await screen.findByText(t('activity.call.noMatch'))).toBeDefined();
  });

  it('are deleted only after a question', async () => {
    const { host, user } = renderApp('/activity');
    await screen.findByRole('option', { name: /echo/ });
    await user.click(screen.getByRole('button', { name: t('activity.delete.calls') }));
    expect(await screen.findByText(t('activity.delete.callsOfAll'))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('common.cancel') }));
    expect(host.calls.some(({ name }) => name === 'history.clear')).toBe(false);
    await user.click(screen.getByRole('button', { name: t('activity.delete.calls') }));
    await user.click(await screen.findByRole('button', { name: t('common.delete') }));
    expect(await screen.findByText(t('common.noCallsYet'))).toBeDefined();
    await expectAccessible();
  });
});

describe('log messages', () => {
  it('are kept in this run, filtered by level, shown in full', async () => {
    const { host, user } = renderApp('/activity');
    await screen.findByRole('option', { name: /echo/ });
    act(() => {
      host.emit({ kind: 'serverLogged', serverId: DEMO, level: 'debug', logger: 'db', text: 'opened' });
      host.emit({ kind: 'serverLogged', serverId: DEMO, level: 'error', logger: null, text: 'disk is full' });
    });
    await user.click(screen.getByRole('radio', { name: t('common.logs') }));
    expect(
      await screen.findByRole('option', {
        name: t('activity.log.row', { level: 'debug', server: 'Demo server', text: 'opened' }),
      }),
    ).toBeDefined();
    await user.click(screen.getByRole('combobox', { name: t('activity.log.level') }));
    await user.click(
      await screen.findByRole('option', { name: t('common.levelAndAbove', { level: 'warning' }) }),
    );
    await waitFor(() => expect(screen.queryByRole('option', { name: /opened/ })).toBeNull());
    await user.click(
      screen.getByRole('option', {
        name: t('activity.log.row', { level: 'error', server: 'Demo server', text: 'disk is full' }),
      }),
    );
    expect(screen.getByRole('article', { name: t('activity.log.message') }).textContent).toContain(
      'disk is full',
    );
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: t('activity.log.clear') }));
    expect(await screen.findByText(t('activity.log.none'))).toBeDefined();
  });
});

describe('the search of log messages', () => {
  it('leads into the list by key, and back to all messages where nothing matches', async () => {
    const { host, user } = renderApp('/activity?view=logs');
    const field = await screen.findByRole('searchbox', { name: t('activity.log.search') });
    act(() =>
      host.emit({ kind: 'serverLogged', serverId: DEMO, level: 'error', logger: null, text: 'disk is full' }),
    );
    await user.type(field, 'disk');
    const row = await screen.findByRole('option', { name: /disk is full/ });
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('listbox', { name: t('common.logs') }).contains(document.activeElement)).toBe(
      true,
    );
    expect(row.isConnected).toBe(true);
    await user.type(field, ' zzz');
    await user.click(await screen.findByRole('button', { name: t('activity.log.showAll') }));
    expect(await screen.findByRole('option', { name: /disk is full/ })).toBeDefined();
  });
});

describe('approvals', () => {
  it('are searched, narrowed, opened and saved', async () => {
    const { host, user } = renderApp('/activity?view=approvals', {
      change: (world) => (world.approvalRecords = someRecords()),
    });
    const list = await screen.findByRole('listbox', { name: t('common.decisionHistory') });
    expect(within(list).getAllByRole('option')).toHaveLength(9);
    expect(
      within(list).getByRole('option', {
        name: 'Demo server: Form · Declined by limit (2,100×), from ask_form',
      }),
      'a flood is one row that says how often',
    ).toBeDefined();
    await user.click(
      within(list).getByRole('option', {
        name: 'Demo server: Roots · Accepted, by permission, from ask_form',
      }),
    );
    const record = await screen.findByRole('article', {
      name: t('records.recordOf', { server: 'Demo server' }),
    });
    expect(record.textContent).toContain(messageText(coreMessage('rule.shareRoots')));
    expect(record.querySelector('.detail-head')?.textContent, 'the tool').toContain('ask_form');
    expect(
      within(record)
        .getAllByRole('region')
        .map((part) => part.getAttribute('aria-label')),
      'as on the page it was answered on: what was shown, and beside it what was sent',
    ).toEqual([t('common.shown'), t('approvals.roots.title'), t('common.sent'), t('common.callArguments')]);
    fireEvent.contextMenu(
      within(list).getByRole('option', {
        name: 'Demo server: Roots · Accepted, by permission, from ask_form',
      }),
    );
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      t('records.menu.showRecord'),
      t('common.openTool'),
      t('records.menu.openServer'),
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('combobox', { name: t('common.status') }));
    await user.click(await screen.findByRole('option', { name: t('records.status.refused') }));
    await waitFor(() =>
      expect(
        within(screen.getByRole('listbox', { name: t('common.decisionHistory') })).getAllByRole('option'),
      ).toHaveLength(1),
    );
    await user.click(screen.getByRole('button', { name: t('activity.approval.export') }));
    expect((await screen.findByText(/Saved 3.1 kB/)).textContent).toContain('without secrets');
    const saved = host.calls.find(({ name }) => name === 'approvalRecord.save');
    expect(saved?.params, 'only what is listed is saved').toMatchObject({
      filter: { endings: ['refused'] },
    });
    await expectAccessible();
  });

  it('say what a model was sent and when, and what you changed, in words', async () => {
    const { user } = renderApp('/activity?view=approvals', {
      change: (world) => (world.approvalRecords = someRecords()),
    });
    await user.click(
      await screen.findByRole('option', { name: 'GitHub: Sampling · Accepted, from triage_issue' }),
    );
    const record = await screen.findByRole('article', {
      name: t('records.recordOf', { server: 'GitHub' }),
    });
    const part = (name: string) => within(record).getByRole('region', { name }).textContent;
    expect(part(t('common.sent'))).toMatch(/claude-sonnet \(Anthropic\), .*\d\d.*Responsebug$/u);
    expect(part(t('records.part.changed'))).toContain('maxTokens200 100');
    expect(record.textContent).not.toMatch(/toModels|toServer|1795877782844/u);
    await user.click(within(record).getByText(t('common.rawJson')));
    await within(record).findByRole('tree', { name: t('common.rawJson') });
    await expectAccessible();
  });

  it('hold what you decided where no server asked', async () => {
    const { user } = renderApp('/activity?view=approvals', {
      change: (world) => (world.approvalRecords = someRecords()),
    });
    await user.click(await screen.findByRole('combobox', { name: t('activity.filter.type') }));
    await user.click(await screen.findByRole('option', { name: t('records.kind.signIn') }));
    await user.click(await screen.findByRole('option', { name: 'Demo server: Sign-in · Failed' }));
    const signIn = await screen.findByRole('article', {
      name: t('records.recordOf', { server: 'Demo server' }),
    });
    expect(signIn.textContent).toContain(t('core.ended.signInCancelled'));
    expect(within(signIn).queryByRole('region', { name: t('common.sent') })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: t('activity.filter.type') }));
    await user.click(await screen.findByRole('option', { name: t('records.kind.definition') }));
    await user.click(
      await screen.findByRole('option', { name: 'Demo server: read, tool definition · Declined' }),
    );
    const shown = await screen.findByRole('region', { name: t('common.shown') });
    expect(shown.textContent, 'the difference is named').toContain('Description changed');
    await expectAccessible();
  });
});

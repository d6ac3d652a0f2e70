import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallId, ServerId, WireFrame } from '../../api/generated/contract';
import type { FakeHost } from '../../host/fake';
import { extentOf } from '../../host/fake/wireHandlers';
import { pointWire, toggleWire } from '../../lib/panels';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;

const frame = (seq: number, part: Partial<WireFrame> = {}): WireFrame => ({
  seq,
  at: 0,
  direction: 'in',
  kind: 'notification',
  method: 'notifications/message',
  rpcId: null,
  sizeBytes: 10,
  elapsedMs: null,
  callId: null,
  summary: `line ${seq}`,
  isFault: false,
  ...part,
});

async function opened() {
  const rendered = renderApp('/prompts?server=demo&item=greet');
  await screen.findByRole('article', { name: 'Greet somebody' });
  act(() => toggleWire(true));
  const drawer = await screen.findByRole('region', { name: t('common.protocolLog') });
  const list = await within(drawer).findByRole('listbox', {
    name: t('protocolLog.list', { server: 'Demo server' }),
  });
  return { ...rendered, drawer, list };
}

const rows = () =>
  within(
    screen.getByRole('listbox', { name: t('protocolLog.list', { server: 'Demo server' }) }),
  ).getAllByRole('option');

function append(host: FakeHost, frames: WireFrame[]): void {
  const log = [...(host.world.wire.get(DEMO) ?? []), ...frames];
  host.world.wire.set(DEMO, log);
  act(() => host.emit({ kind: 'wireAppended', serverId: DEMO, extent: extentOf(log) }));
}

describe('the wire log', () => {
  it('shows every frame of the server in view', async () => {
    const { drawer } = await opened();
    expect(rows().map((row) => row.querySelector('.wire-name')?.textContent)).toEqual([
      'initialize id 0',
      'result id 0',
      'tools/call id 41',
      'notifications/progress',
      'result id 41',
    ]);
    expect(drawer.textContent).toContain(t('protocolLog.count.all', { count: 5 }));
    expect(rows().at(-1)?.textContent).toContain('412 ms');
    await expectAccessible();
  });

  it('opens at the call on the screen', async () => {
    const callId = 'c1' as CallId;
    const { user } = renderApp('/prompts?server=demo&item=greet', {
      change: (world) => world.wire.get(DEMO)?.push(frame(6, { callId })),
    });
    await screen.findByRole('article', { name: 'Greet somebody' });
    act(() => pointWire({ serverId: DEMO, callId }));
    await user.keyboard('{Control>}j{/Control}');
    await screen.findByRole('listbox', { name: t('protocolLog.list', { server: 'Demo server' }) });
    expect(rows()).toHaveLength(1);
    expect(
      (await screen.findByRole('button', { name: t('protocolLog.action.thisCall') })).getAttribute(
        'aria-pressed',
      ),
    ).toBe('true');
  });

  it('hides pings, says how many, and shows them to whoever asks', async () => {
    const { host, user } = await opened();
    const ping = { method: 'ping', kind: 'request' } as const;
    append(host, [frame(6, ping), frame(7, { ...ping, kind: 'result' }), frame(8), frame(9, ping)]);
    const pings = await screen.findByRole('checkbox', {
      name: t('protocolLog.filter.hidePings', { count: 3 }),
    });
    await waitFor(() => expect(rows()).toHaveLength(6));
    expect(rows().at(-1)?.textContent).toContain('line 8');
    await user.click(pings);
    expect(rows()).toHaveLength(9);
    await user.click(pings);
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.filter') }));
    await user.click(screen.getByRole('combobox', { name: t('protocolLog.filter.method') }));
    await user.click(await screen.findByRole('option', { name: 'ping' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(pings.isConnected, 'nothing is hidden').toBe(false);
  });

  it('grows', async () => {
    const { host } = await opened();
    append(host, [frame(6), frame(7)]);
    await waitFor(() => expect(rows()).toHaveLength(7));
  });

  it('shows the text of a chosen frame, by pointer and by keyboard', async () => {
    const { user, list } = await opened();
    await user.click(rows()[2] ?? list);
    expect(
      await screen.findByRole('region', { name: t('protocolLog.message.title', { seq: 3 }) }),
    ).toBeDefined();
    expect(await screen.findByRole('button', { name: t('protocolLog.message.copyText') })).toBeDefined();
    list.focus();
    await user.keyboard('{ArrowDown}');
    expect(
      await screen.findByRole('region', { name: t('protocolLog.message.title', { seq: 4 }) }),
    ).toBeDefined();
    await expectAccessible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: t('protocolLog.message.title', { seq: 4 }) })).toBeNull();
  });

  it('filters by text, direction and kind', async () => {
    const { user } = await opened();
    await user.type(screen.getByRole('textbox', { name: t('protocolLog.search') }), 'echo');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.clear(screen.getByRole('textbox', { name: t('protocolLog.search') }));
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.filter') }));
    await expectAccessible();
    await user.click(screen.getByRole('combobox', { name: t('protocolLog.filter.direction') }));
    await user.click(await screen.findByRole('option', { name: t('common.sent') }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(screen.getByRole('combobox', { name: t('protocolLog.filter.kind') }));
    await user.click(await screen.findByRole('option', { name: t('protocolLog.kind.error') }));
    expect(await screen.findByText(t('protocolLog.empty.noMatch'))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('protocolLog.empty.showAll') }));
    await waitFor(() => expect(rows()).toHaveLength(5));
  });

  it('filters by method, and shows errors only', async () => {
    const { host, user } = await opened();
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.filter') }));
    await user.click(screen.getByRole('combobox', { name: t('protocolLog.filter.method') }));
    await user.click(await screen.findByRole('option', { name: 'initialize' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: t('common.showAll') }));
    append(host, [frame(6, { kind: 'error', isFault: true })]);
    await user.click(screen.getByRole('checkbox', { name: t('protocolLog.filter.errorsOnly') }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('shows one call only', async () => {
    const { host, user } = await opened();
    append(host, [frame(6, { callId: 'c9' as CallId }), frame(7)]);
    act(() => pointWire({ serverId: DEMO, callId: 'c9' as CallId }));
    await user.click(
      await screen.findByRole('button', { name: t('protocolLog.action.thisCall'), pressed: false }),
    );
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.thisCall'), pressed: true }));
    await waitFor(() => expect(rows()).toHaveLength(7));
  });

  it('is saved to a file whose place it names, emptied, and closed', async () => {
    const { host, user, drawer } = await opened();
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.save') }));
    expect(await within(drawer).findByText(/demo\.jsonl/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.clear') }));
    expect(await within(drawer).findByText(t('common.noMessagesYet'))).toBeDefined();
    expect(host.calls.some(({ name }) => name === 'wire.clear')).toBe(true);
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.close') }));
    expect(screen.queryByRole('region', { name: t('common.protocolLog') })).toBeNull();
  });

  it('draws, asks for and searches a few rows of 100,000 at a time', async () => {
    const { host, user, list } = await opened();
    append(
      host,
      Array.from({ length: 99_995 }, (_, index) => frame(6 + index)),
    );
    expect(await screen.findByText(t('protocolLog.count.all', { count: 100_000 }))).toBeDefined();
    expect(rows().length, 'only what is in sight and a little more').toBeLessThan(200);
    await waitFor(() => expect(rows().at(-1)?.textContent).toContain('line 100000'));
    list.focus();
    await user.keyboard('{Home}{ArrowDown}');
    await waitFor(() => expect(rows()[1]?.textContent).toContain('result'));
    expect(rows()[1]?.getAttribute('aria-selected')).toBe('true');

    await user.keyboard('/');
    await user.keyboard('line 9999');
    expect(await screen.findByText(t('protocolLog.count.some', { shown: 11, count: 100_000 }))).toBeDefined();
    await waitFor(() => expect(rows().at(0)?.textContent).toContain('line 9999'));
    const named = (name: string) => host.calls.filter((each) => each.name === name);
    const picked = named('wire.getMany').map(({ params }) => (params as { seqs: number[] }).seqs.length);
    expect(
      picked.reduce((sum, some) => sum + some, 0),
      'what was never in sight was never asked for',
    ).toBeLessThan(1_000);
    expect(named('wire.search').length, 'the log was searched in steps').toBeGreaterThanOrEqual(5);
  });

  it('stands still while it is paused, and says how much came meanwhile', async () => {
    const { host, user, drawer, list } = await opened();
    list.focus();
    await user.keyboard(' ');
    append(host, [frame(6), frame(7)]);
    expect(await within(drawer).findByText(t('protocolLog.paused', { count: 2 }))).toBeDefined();
    expect(rows()).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.resume') }));
    await waitFor(() => expect(rows()).toHaveLength(7));
  });

  it('copies a frame as JSON, and what was sent as a command', async () => {
    const { host, user, list } = await opened();
    await user.click(rows()[2] ?? list);
    await user.click(await screen.findByRole('button', { name: t('protocolLog.copy.shell') }));
    await user.click(screen.getByRole('button', { name: t('common.copyJson') }));
    const forms = host.calls.filter(({ name }) => name === 'wire.copy').map(({ params }) => params);
    expect(forms).toEqual([
      { serverId: DEMO, seq: 3, form: 'command' },
      { serverId: DEMO, seq: 3, form: 'json' },
    ]);
    await user.click(rows()[4] ?? list);
    await screen.findByRole('region', { name: t('protocolLog.message.title', { seq: 5 }) });
    expect(screen.queryByRole('button', { name: t('protocolLog.copy.shell') }), 'it was received').toBeNull();
  });

  it('fills the window, and gives it back', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.maximize') }));
    const isCovered = () =>
      screen.getByRole('article', { name: 'Greet somebody' }).closest('[inert]') !== null;
    expect(isCovered(), 'what lies under it takes no focus').toBe(true);
    await user.click(screen.getByRole('button', { name: t('protocolLog.action.restore') }));
    expect(isCovered()).toBe(false);
  });

  it('reads the log anew after events were lost', async () => {
    const { host } = await opened();
    host.world.wire.set(DEMO, [frame(90), frame(91)]);
    act(() => host.emit({ kind: 'resync' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('shows the log of another server when it is chosen', async () => {
    const { user, drawer } = await opened();
    await user.click(screen.getByRole('combobox', { name: t('protocolLog.server') }));
    await user.click(await screen.findByRole('option', { name: 'GitHub' }));
    expect(await within(drawer).findByText(t('common.noMessagesYet'))).toBeDefined();
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ASK, someRecords } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { forgetDraft } from './drafts';

beforeEach(() => forgetDraft(ASK.id));

/** The screen with a question that waits. */
async function opened() {
  const rendered = renderApp('/approvals', { change: (world) => world.asks.push(ASK) });
  await screen.findByRole('group', { name: 'Form of Demo server' });
  return rendered;
}

describe('a question that is over', () => {
  const over = (host: FakeHost, reason: string): void => {
    host.world.asks = [];
    act(() =>
      host.emit({
        kind: 'askClosed',
        closed: { askId: ASK.id, serverId: ASK.serverId, ending: 'moot', reason },
      }),
    );
  };

  it('says why in its place, gives back what was typed, and leaves no ghost', async () => {
    const { host, user } = await opened();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    over(host, 'the server stopped');
    const article = await screen.findByRole('article', { name: 'Demo server: over' });
    expect(article.textContent).toContain('The server stopped. Nothing was sent from here.');
    expect(within(article).getByRole('region', { name: 'What you had typed' }).textContent).toContain(
      '"name": "Ada"',
    );
    expect(within(article).getByRole('button', { name: 'Copy what you had typed' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    expect(screen.queryByRole('option'), 'nothing is left in the list').toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole('link', { name: /Prompts/ }));
    await user.click(await screen.findByRole('link', { name: /Approvals/ }));
    expect(await screen.findByText('No question is open')).toBeDefined();
  });

  it('stands among what was answered today, with what was sent', async () => {
    const { host, user } = renderApp('/approvals', { change: (world) => (world.askRecords = someRecords()) });
    await user.click(await screen.findByRole('option', { name: 'Demo server: form accepted' }));
    const record = await screen.findByRole('article', { name: 'Record of Demo server' });
    expect(within(record).getByRole('region', { name: 'What was sent' }).textContent).toContain(
      'ada@example.com',
    );
    expect(within(record).getByRole('region', { name: 'What you changed' }).textContent).toContain('count');
    expect(screen.queryByRole('option', { name: /refused/ }), 'what nobody saw was not answered').toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Answered' }));
    expect(await screen.findByRole('option', { name: 'Demo server: page put away' })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search what was answered' }), 'triage');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await expectAccessible();
    expect(host.calls.some(({ name }) => name === 'ask.answer')).toBe(false);
  });
});

it('a server that asks too much can be muted, and heard again', async () => {
  const last = [{ at: 0, reason: 'Declined a question: ten came within a minute.' }];
  const limits = { serverId: ASK.serverId, muted: false, refused: 497, last };
  const { host, user } = renderApp('/approvals', { change: (world) => (world.askLimits = [limits]) });
  const said = (await screen.findByText(/asks too much/)).textContent;
  expect(said).toContain('497 questions declined');
  expect(said, 'why the last was').toMatch(/: ten came within a minute\.$/u);
  await user.click(screen.getByRole('button', { name: 'Mute this server' }));
  expect(await screen.findByRole('button', { name: 'Unmute' })).toBeDefined();
  expect(host.world.askLimits[0]?.muted).toBe(true);
  await expectAccessible();
});

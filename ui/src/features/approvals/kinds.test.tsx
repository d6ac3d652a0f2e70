import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Approval } from '../../api/generated/contract';
import { ROOTS_APPROVAL, URL_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { appears, pass, stopClock } from '../../test/clock';
import { expectAccessible, renderApp } from '../../test/render';
import { forgetDraft } from './drafts';

beforeEach(() => {
  for (const { id } of [URL_APPROVAL, ROOTS_APPROVAL]) forgetDraft(id);
});

const answers = (host: FakeHost): Answer[] =>
  host.calls.flatMap(({ name, params }) =>
    name === 'approval.answer' ? [(params as { answer: Answer }).answer] : [],
  );
const visits = (host: FakeHost): number =>
  host.calls.filter(({ name }) => name === 'approval.openUrl').length;

/** The screen with a question that has been in view long enough to be answered. */
async function opened(approval: Approval) {
  const rendered = renderApp('/approvals');
  await screen.findByText('Nothing waits for you');
  rendered.host.world.approvals.push(approval);
  act(() => rendered.host.emit({ kind: 'approvalOpened', approval }));
  const article = await screen.findByRole('article', { name: `Question of ${approval.serverLabel}` });
  await armed('Decline');
  return { ...rendered, article };
}

const armed = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('false'));

describe('an address', () => {
  it('is shown in full, with its host and what is odd about it, and cannot be clicked', async () => {
    const { article } = await opened(URL_APPROVAL);
    const full = within(article).getByRole('region', { name: 'The full address' });
    expect(full.querySelector('.whole-address')?.textContent).toBe(
      'https://accounts.rooms-login.example/oauth/authorize?client_id=usher&scope=calendar.write&state=q7Zk2Vb9s1',
    );
    expect(full.querySelector('b')?.textContent).toBe('accounts.rooms-login.example');
    expect(article.textContent).toContain('The server lives at mcp.rooms.example');
    expect(within(article).queryAllByRole('link')).toEqual([]);
    await expectAccessible();
  });

  it('opens when the person says so, and then waits for the person', async () => {
    const { host, user } = await opened(URL_APPROVAL);
    expect(visits(host), 'nothing opens by itself').toBe(0);
    await user.click(screen.getByRole('button', { name: 'Open in browser' }));
    await screen.findByRole('button', { name: 'Done' });
    await armed('Done');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect([visits(host), answers(host)]).toEqual([1, [{ kind: 'visited' }]]);
    expect(await screen.findByRole('option', { name: 'Team calendar: Page · Accepted' })).toBeDefined();
  });

  it('is not said to be dealt with by the second half of a double click', async () => {
    const { host } = await opened(URL_APPROVAL);
    stopClock();
    fireEvent.click(screen.getByRole('button', { name: 'Open in browser' }));
    const done = await appears(() => screen.queryByRole('button', { name: 'Done' }));
    fireEvent.click(done);
    await pass(499);
    fireEvent.click(done);
    await pass(0);
    expect([visits(host), answers(host)], 'nobody has been to the page').toEqual([1, []]);
    await pass(1);
    fireEvent.click(done);
    await pass(0);
    expect([visits(host), answers(host)]).toEqual([1, [{ kind: 'visited' }]]);
  });

  it('whose call has failed leads back to that call', async () => {
    const request = { ...URL_APPROVAL.request, callFailed: true, visitedAt: 1 };
    const cause = {
      ...URL_APPROVAL.cause,
      tool: 'echo',
      arguments: { message: 'Hello again' },
    } as Approval['cause'];
    const approval = { ...URL_APPROVAL, serverId: 'demo' as Approval['serverId'], cause, request };
    const rendered = renderApp('/approvals', { change: (world) => world.approvals.push(approval) });
    const { host, user } = rendered;
    expect(await screen.findByText(/needs you to open a page first/u)).toBeDefined();
    await screen.findByRole('button', { name: 'Run it again' });
    await armed('Run it again');
    expect(screen.queryByRole('button', { name: 'Decline' }), 'there is nothing left to decline').toBeNull();
    await user.click(screen.getByRole('button', { name: 'Run it again' }));
    expect(await screen.findByDisplayValue('Hello again')).toBeDefined();
    expect(answers(host)).toEqual([{ kind: 'visited' }]);
    expect(
      host.calls.some(({ name }) => name === 'tool.call'),
      'nothing runs by itself',
    ).toBe(false);
  });

  it('that must not be opened has no way to be', async () => {
    const address = {
      ...URL_APPROVAL.request.address,
      refused: 'It is no https address. Usher opens nothing else.',
    };
    const { host, user, article } = await opened({
      ...URL_APPROVAL,
      request: { ...URL_APPROVAL.request, address },
    });
    expect(article.textContent).toContain('It is no https address.');
    await user.click(screen.getByRole('button', { name: 'Open in browser' }));
    expect(visits(host)).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'decline' }]));
  });

  it('says what each warning means', async () => {
    const address = {
      ...URL_APPROVAL.request.address,
      warnings: [
        { kind: 'punycode' as const, looksLike: 'аррӏе.com' },
        { kind: 'ipAddress' as const },
        { kind: 'unencrypted' as const },
        { kind: 'long' as const },
      ],
    };
    const { article } = await opened({ ...URL_APPROVAL, request: { ...URL_APPROVAL.request, address } });
    for (const term of ['Letters that mislead', 'A bare number', 'Not encrypted', 'Very long'])
      expect(within(article).getByText(term)).toBeDefined();
    expect(within(article).queryByText('Plain host name')).toBeNull();
  });
});

describe('a question for folders', () => {
  it('shows exactly the folders, and is allowed once, always or not at all', async () => {
    const { host, user, article } = await opened(ROOTS_APPROVAL);
    const told = within(article).getByRole('region', { name: 'What it would be told' });
    expect([...told.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
      'portal/home/ada/work/portal',
      'notes/home/ada/gone/notes',
    ]);
    const effects = within(article).getByRole('region', { name: 'What each answer does' });
    expect([...effects.querySelectorAll('dt')].map((term) => term.textContent)).toEqual([
      'Allow once',
      'Always for this server',
      'Decline',
    ]);
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Always for this server' }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'share', remember: 'always' }]));
  });
});

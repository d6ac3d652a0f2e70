import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, Approval } from '../../api/generated/contract';
import { ROOTS_APPROVAL, URL_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { fail } from '../../host/fake/serverHandlers';
import { agree } from '../../test/agree';
import { appears, pass, stopClock } from '../../test/clock';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage, messageText } from '../../words/message';
import { t } from '../../words/translate';

const answers = (host: FakeHost): Answer[] =>
  host.calls.flatMap(({ name, params }) =>
    name === 'approval.answer' ? [(params as { answer: Answer }).answer] : [],
  );
const visits = (host: FakeHost): number =>
  host.calls.filter(({ name }) => name === 'approval.openUrl').length;

/** The screen with a question that has been in view long enough to be answered. */
async function opened(approval: Approval) {
  const rendered = renderApp('/approvals');
  await screen.findByText(t('approvals.empty.title'));
  rendered.host.world.approvals.push(approval);
  act(() => rendered.host.emit({ kind: 'approvalOpened', approval }));
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: approval.serverLabel }),
  });
  await armed(t('common.decline'));
  return { ...rendered, article };
}

const armed = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('false'));

describe('an address', () => {
  it('is shown in full, with its host and what is odd about it, and cannot be clicked', async () => {
    const { article } = await opened(URL_APPROVAL);
    const full = within(article).getByRole('region', { name: t('approvals.url.full') });
    expect(full.querySelector('.whole-address')?.textContent).toBe(
      'https://accounts.rooms-login.example/oauth/authorize?client_id=usher&scope=calendar.write&state=q7Zk2Vb9s1',
    );
    expect(full.querySelector('b')?.textContent).toBe('accounts.rooms-login.example');
    expect(article.textContent).toContain(
      t.markup('approvals.urlCheck.otherHostHelp', { host: () => 'mcp.rooms.example' }),
    );
    expect(within(article).queryAllByRole('link')).toEqual([]);
    await expectAccessible();
  });

  it('opens when the person says so, and then waits for the person', async () => {
    const { host, user } = await opened(URL_APPROVAL);
    expect(visits(host), 'nothing opens by itself').toBe(0);
    await user.click(screen.getByRole('button', { name: t('approvals.url.open') }));
    await screen.findByRole('button', { name: t('common.done') });
    await armed(t('common.done'));
    await user.click(screen.getByRole('button', { name: t('common.done') }));
    expect([visits(host), answers(host)]).toEqual([1, [{ kind: 'visited' }]]);
    expect(
      await screen.findByRole('option', { name: 'Team calendar: Page · Accepted, from book_room' }),
    ).toBeDefined();
  });

  it('is opened elsewhere after its URL is copied, as without a browser', async () => {
    const { host, user } = await opened(URL_APPROVAL);
    host.on('approval.openUrl', () => fail('browserUnavailable', 'answer.noBrowser'));
    await user.click(screen.getByRole('button', { name: t('approvals.url.open') }));
    await screen.findByText(messageText(coreMessage('answer.noBrowser')));
    expect(screen.queryByRole('button', { name: t('approvals.url.openedIt') })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('common.copyUrl') }));
    await agree(user, t('approvals.url.openedIt'));
    await agree(user, t('common.done'));
    expect(answers(host)).toEqual([{ kind: 'visited' }]);
  });

  it('is not said to be dealt with by the second half of a double click', async () => {
    const { host } = await opened(URL_APPROVAL);
    stopClock();
    fireEvent.click(screen.getByRole('button', { name: t('approvals.url.open') }));
    const done = await appears(() => screen.queryByRole('button', { name: t('common.done') }));
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
    expect(
      await screen.findByRole('heading', {
        name: t.markup('approvals.heading.urlFirst', { server: () => approval.serverLabel }),
      }),
    ).toBeDefined();
    await screen.findByRole('button', { name: t('common.runAgain') });
    await armed(t('common.runAgain'));
    expect(
      screen.queryByRole('button', { name: t('common.decline') }),
      'there is nothing left to decline',
    ).toBeNull();
    await user.click(screen.getByRole('button', { name: t('common.runAgain') }));
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
      refused: coreMessage('address.scheme'),
    };
    const { host, user, article } = await opened({
      ...URL_APPROVAL,
      request: { ...URL_APPROVAL.request, address },
    });
    expect(article.textContent).toContain(t('core.address.scheme'));
    await user.click(screen.getByRole('button', { name: t('approvals.url.open') }));
    expect(visits(host)).toBe(0);
    await user.click(screen.getByRole('button', { name: t('common.decline') }));
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
    for (const check of ['lookalike', 'ipAddress', 'unencrypted', 'long'] as const)
      expect(within(article).getByText(t(`approvals.urlCheck.${check}`))).toBeDefined();
    expect(within(article).queryByText(t('approvals.urlCheck.plainHost'))).toBeNull();
  });
});

describe('a question for folders', () => {
  it('shows exactly the folders, and is allowed once, always or not at all', async () => {
    const { host, user, article } = await opened(ROOTS_APPROVAL);
    const told = within(article).getByRole('region', { name: t('approvals.roots.title') });
    expect([...told.querySelectorAll('li')].map((row) => row.textContent)).toEqual([
      'portal/home/ada/work/portal',
      'notes/home/ada/gone/notes',
    ]);
    const foot = article.querySelector<HTMLElement>('.host-foot');
    expect(
      [...(foot?.querySelectorAll('button') ?? [])].map((button) => button.textContent),
      'the primary answer is the last',
    ).toEqual([t('common.decline'), t('approvals.roots.alwaysAllow'), t('approvals.roots.allowOnce')]);
    expect(foot?.querySelector('.host-why')?.textContent, 'what the primary answer does').toBe(
      t.markup('approvals.roots.help', { server: () => ROOTS_APPROVAL.serverLabel }),
    );
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: t('approvals.roots.alwaysAllow') }));
    await waitFor(() => expect(answers(host)).toEqual([{ kind: 'share', remember: 'always' }]));
  });
});

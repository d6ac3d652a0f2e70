import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, Approval, ApprovalId, ServerId } from '../../api/generated/contract';
import { FORM_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { approvalSentence } from '../../lib/approvals';
import { renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { causeText } from './words';

const other: Approval = {
  ...FORM_APPROVAL,
  id: 'ask2' as ApprovalId,
  serverId: 'github' as ServerId,
  serverLabel: 'GitHub',
  origin: { kind: 'command', text: 'npx server-github' },
  callsItself: null,
  cause: null,
};

function open(host: FakeHost, approval: Approval): void {
  host.world.approvals.push(approval);
  act(() => host.emit({ kind: 'approvalOpened', approval }));
}

const answers = (host: FakeHost): Answer[] =>
  host.calls.flatMap(({ name, params }) =>
    name === 'approval.answer' ? [(params as { answer: Answer }).answer] : [],
  );

/** The screen with the first question, which has been in view long enough to be answered. */
async function opened() {
  const rendered = renderApp('/approvals');
  await screen.findByText(t('approvals.empty.title'));
  open(rendered.host, FORM_APPROVAL);
  await shown('Demo server');
  await armed();
  return rendered;
}

const shown = (server: string) =>
  screen.findByRole('article', { name: t('approvals.request.label', { server }) });

const heading = (server: string): string => t.markup('approvals.heading.form', { server: () => server });

const row = (approval: Approval): string =>
  t('approvals.row.label', {
    server: approval.serverLabel,
    kind: approvalSentence(approval),
    cause: causeText(approval),
  });

const armed = () =>
  waitFor(() =>
    expect(screen.getByRole('button', { name: t('common.accept') }).getAttribute('aria-disabled')).toBe(
      'false',
    ),
  );

describe('several questions', () => {
  it('keep their drafts apart, also while the person looks elsewhere', async () => {
    const { host, user } = await opened();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    open(host, other);
    await user.click(await screen.findByRole('option', { name: row(other) }));
    expect(await shown('GitHub')).toBeDefined();
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
    await user.click(screen.getByRole('link', { name: /Prompts/ }));
    await user.click(await screen.findByRole('link', { name: /Approvals/ }));
    await user.click(await screen.findByRole('option', { name: row(FORM_APPROVAL) }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ada');
  });

  it('are each said as they arrive', async () => {
    const { host } = await opened();
    open(host, other);
    await waitFor(() =>
      expect(document.querySelector('[data-announcer]')?.textContent).toContain(heading('GitHub')),
    );
  });

  it('come up one after the other as they are answered', async () => {
    const { host, user } = await opened();
    open(host, other);
    await screen.findByRole('option', { name: row(other) });
    await user.keyboard('{Control>}{Shift>}d{/Shift}{/Control}');
    expect(await shown('GitHub')).toBeDefined();
    expect(screen.getByRole('option', { selected: true }).getAttribute('aria-label')).toBe(row(other));
    await armed();
    await user.keyboard('{Control>}{Shift>}d{/Shift}{/Control}');
    await waitFor(() => expect(answers(host).map(({ kind }) => kind)).toEqual(['decline', 'decline']));
  });

  it('do not take the place of one another', async () => {
    const { host } = await opened();
    open(host, other);
    expect(await screen.findByRole('option', { name: row(other) })).toBeDefined();
    expect(
      screen.getByRole('article', { name: t('approvals.request.label', { server: 'Demo server' }) }),
    ).toBeDefined();
  });
});

it('a line below every other screen leads to the question, in a place that is there before', async () => {
  const { host, user } = renderApp('/prompts');
  await screen.findByRole('option', { name: /Greet/ });
  const foot = document.querySelector('[data-part="foot"]');
  expect(foot?.childElementCount).toBe(0);
  open(host, FORM_APPROVAL);
  open(host, other);
  const strip = (await screen.findByRole('button', { name: t('common.answer') })).parentElement;
  expect(strip?.parentElement, 'nothing makes room for it').toBe(foot);
  expect(strip?.querySelector('.grow')?.textContent).toBe(
    `${heading('Demo server')} ${t('approvals.strip.more', { count: '1' })}`,
  );
  expect(screen.getByRole('link', { name: 'Approvals 2 pending' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('common.answer') }));
  expect(await shown('Demo server')).toBeDefined();
});

describe('keys', () => {
  it('go to the next question and the one before, and never from within a field', async () => {
    const { host, user } = await opened();
    open(host, other);
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('j');
    await shown('GitHub');
    await user.keyboard('k');
    await shown('Demo server');
    await user.keyboard('e');
    await user.keyboard('jd');
    expect(
      screen.getByRole('article', { name: t('approvals.request.label', { server: 'Demo server' }) }),
      'what is typed into a field is text',
    ).toBeDefined();
    expect(answers(host)).toEqual([]);
  });
});

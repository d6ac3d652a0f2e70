import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FORM_APPROVAL, someRecords } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

/** The screen with a question that waits. */
async function opened() {
  const rendered = renderApp('/approvals', { change: (world) => world.approvals.push(FORM_APPROVAL) });
  await screen.findByRole('group', { name: t('approvals.form.label', { server: 'Demo server' }) });
  return rendered;
}

describe('a question that is over', () => {
  const over = (host: FakeHost): void => {
    host.world.approvals = [];
    act(() =>
      host.emit({
        kind: 'approvalClosed',
        closed: {
          approvalId: FORM_APPROVAL.id,
          serverId: FORM_APPROVAL.serverId,
          ending: 'moot',
          reason: coreMessage('ended.stopped'),
        },
      }),
    );
  };

  it('says why in its place, gives back what was typed, and leaves no ghost', async () => {
    const { host, user } = await opened();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    over(host);
    const article = await screen.findByRole('article', {
      name: t('approvals.closed.label', { server: 'Demo server' }),
    });
    expect(article.textContent).toContain(`${t('core.ended.stopped')} ${t('approvals.closed.nothingSent')}`);
    expect(within(article).getByRole('region', { name: t('approvals.closed.draft') }).textContent).toContain(
      '"name": "Ada"',
    );
    expect(within(article).getByRole('button', { name: t('approvals.closed.copyDraft') })).toBeDefined();
    expect(screen.queryByRole('button', { name: t('common.accept') })).toBeNull();
    expect(screen.queryByRole('option'), 'nothing is left in the list').toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole('link', { name: /Prompts/ }));
    await user.click(await screen.findByRole('link', { name: /Approvals/ }));
    expect(await screen.findByText(t('approvals.empty.title'))).toBeDefined();
  });

  it('stands among what was answered today, with what was sent', async () => {
    const { host, user } = renderApp('/approvals', {
      change: (world) => (world.approvalRecords = someRecords()),
    });
    await user.click(
      await screen.findByRole('option', { name: 'Demo server: Form · Accepted, from ask_form' }),
    );
    const record = await screen.findByRole('article', {
      name: t('records.recordOf', { server: 'Demo server' }),
    });
    expect(within(record).getByRole('region', { name: t('common.sent') }).textContent).toContain(
      'ada@example.com',
    );
    expect(within(record).getByRole('region', { name: t('records.part.changed') }).textContent).toContain(
      'Parcels1 3',
    );
    expect(
      screen.queryByRole('option', { name: new RegExp(t('records.status.refused'), 'u') }),
      'what nobody saw was not answered',
    ).toBeNull();
    await user.click(screen.getByRole('radio', { name: t('common.decisionHistory') }));
    expect(
      await screen.findByRole('option', { name: 'Demo server: Page · Cancelled, from open_page' }),
    ).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: t('approvals.answered.search') }), 'triage');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await expectAccessible();
    expect(host.calls.some(({ name }) => name === 'approval.answer')).toBe(false);
  });
});

it('a server whose questions were declined unseen is named with the reasons, muted, and heard again', async () => {
  const last = ['limit.rate', 'limit.models', 'limit.rate', 'refusal.outsideCall'].map((code) => ({
    at: 0,
    reason: coreMessage(code),
  }));
  const limits = { serverId: FORM_APPROVAL.serverId, muted: false, refused: 497, last };
  const { host, user } = renderApp('/approvals', { change: (world) => (world.approvalLimits = [limits]) });
  const notice = (
    await screen.findByText(new RegExp(t('approvals.limits.declined', { count: '497' }), 'u'))
  ).closest('[role=note]');
  expect(
    [...(notice?.querySelectorAll('.limits-why') ?? [])].map(({ textContent }) => textContent),
    'each reason once, and nothing that is not so',
  ).toEqual([t('core.limit.rate'), t('core.limit.models'), t('core.refusal.outsideCall')]);
  await user.click(screen.getByRole('button', { name: t('shared.mute') }));
  expect(await screen.findByRole('button', { name: t('shared.unmute') })).toBeDefined();
  expect(host.world.approvalLimits[0]?.muted).toBe(true);
  await expectAccessible();
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, CallId, CallOutcome } from '../../api/generated/contract';
import { decisionText } from '../../entities/policy/words';
import { CALL_APPROVAL } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const AT = '/tools?server=demo&item=delete_everything';

describe('a call that is held back', () => {
  it('is confirmed where it was started, and not by the press that started it', async () => {
    const rendered = renderApp(AT);
    const { host, user } = rendered;
    let end: (outcome: CallOutcome) => void = () => undefined;
    let callId: CallId | null = null;
    host.on('tool.call', (params) => {
      callId = params.callId;
      return new Promise((resolve) => (end = resolve));
    });
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    await waitFor(() => expect(callId).not.toBeNull());
    const approval = {
      ...CALL_APPROVAL,
      cause: { ...CALL_APPROVAL.cause!, callId: callId as unknown as CallId },
    };
    host.world.approvals.push(approval);
    act(() => host.emit({ kind: 'approvalOpened', approval }));
    const held = await screen.findByRole('region', { name: t('tools.confirm.title') });
    const once = within(held).getByRole('button', { name: t('common.runOnce') });
    // At once: it takes an answer half a second later.
    fireEvent.click(once);
    expect(once.getAttribute('aria-disabled'), 'it takes no answer yet').toBe('true');
    expect(host.calls.filter(({ name }) => name === 'approval.answer')).toEqual([]);
    expect(held.textContent).toContain(
      t.markup('tools.confirm.question', { tool: () => 'Delete everything', server: () => 'Demo server' }),
    );
    expect(held.querySelector('.call-arguments')?.textContent).toBe('keep2folderdrafts');
    await expectAccessible();
    await waitFor(() => expect(once.getAttribute('aria-disabled')).toBe('false'));
    await user.click(once);
    const sent = host.calls.filter(({ name }) => name === 'approval.answer').map(({ params }) => params);
    const answer: Answer = {
      kind: 'run',
      arguments: { keep: 2, folder: 'drafts' },
      grant: { kind: 'once' },
    };
    expect(sent).toEqual([{ approvalId: approval.id, answer }]);
    act(() =>
      end({
        callId: callId as unknown as CallId,
        historyId: null,
        startedAt: 0,
        durationMs: 1,
        ending: { kind: 'cancelled' },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('region', { name: t('tools.confirm.title') })).toBeNull());
  });
});

const policyButton = (permission: string) => t('tools.permission.button', { permission });

describe('the policy of a tool', () => {
  it('is shown, given for the definition on the page, and taken back', async () => {
    const { host, user } = renderApp(AT);
    await user.click(
      await screen.findByRole('button', { name: policyButton(t('tools.permission.defaultAsk')) }),
    );
    await user.click(await screen.findByRole('menuitem', { name: t('policies.decision.never') }));
    const policy = await screen.findByRole('button', { name: policyButton(decisionText({ kind: 'never' })) });
    const given = host.calls.find(({ name }) => name === 'policy.setForTool')?.params;
    expect(given).toEqual({
      serverId: 'demo',
      tool: 'delete_everything',
      definition: 'demo delete_everything',
      decision: { kind: 'never' },
    });
    await user.click(policy);
    await user.click(await screen.findByRole('menuitem', { name: t('tools.permission.defaultHelp') }));
    await screen.findByRole('button', { name: policyButton(t('tools.permission.defaultAsk')) });
    expect(host.world.rules).toEqual([]);
  });
});

describe('trust in a server', () => {
  it('is off, is given on its page, and counts where its claims are shown', async () => {
    const first = renderApp('/servers?server=demo&tab=permissions');
    const trust = await screen.findByRole('switch', {
      name: new RegExp(t('servers.trust.server'), 'u'),
    });
    expect((trust as HTMLInputElement).checked).toBe(false);
    await first.user.click(trust);
    await waitFor(() => expect(first.host.world.trusted).toEqual(['demo']));
    first.unmount();
    renderApp(AT, { change: (world) => world.trusted.push('demo' as (typeof world.trusted)[number]) });
    expect(await screen.findByText(t('shared.claim.reportedTrusted'))).toBeDefined();
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, CallId, CallOutcome } from '../../api/generated/contract';
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
    await user.click(await screen.findByRole('button', { name: /^Run/ }));
    await waitFor(() => expect(callId).not.toBeNull());
    const approval = {
      ...CALL_APPROVAL,
      cause: { ...CALL_APPROVAL.cause!, callId: callId as unknown as CallId },
    };
    host.world.approvals.push(approval);
    act(() => host.emit({ kind: 'approvalOpened', approval }));
    const held = await screen.findByRole('region', { name: 'Confirm this call' });
    expect(held.textContent).toContain('Run Delete everything on Demo server?');
    expect(held.querySelector('.call-arguments')?.textContent).toBe('keep2folderdrafts');
    const once = within(held).getByRole('button', { name: 'Run once' });
    expect(once.getAttribute('aria-disabled'), 'it takes no answer yet').toBe('true');
    await user.click(once);
    expect(host.calls.filter(({ name }) => name === 'approval.answer')).toEqual([]);
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
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Confirm this call' })).toBeNull());
  });
});

describe('the policy of a tool', () => {
  it('is shown, given for the definition on the page, and taken back', async () => {
    const { host, user } = renderApp(AT);
    await user.click(await screen.findByRole('button', { name: 'Policy of this tool: Asks first' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Never run it' }));
    const policy = await screen.findByRole('button', {
      name: `Policy of this tool: ${t('policies.decision.never')}`,
    });
    const given = host.calls.find(({ name }) => name === 'policy.setForTool')?.params;
    expect(given).toEqual({
      serverId: 'demo',
      tool: 'delete_everything',
      definition: 'demo delete_everything',
      decision: { kind: 'never' },
    });
    await user.click(policy);
    await user.click(await screen.findByRole('menuitem', { name: /^No policy/ }));
    await screen.findByRole('button', { name: 'Policy of this tool: Asks first' });
    expect(host.world.rules).toEqual([]);
  });
});

describe('trust in a server', () => {
  it('is off, is given on its page, and counts where its claims are shown', async () => {
    const first = renderApp('/servers?server=demo');
    const trust = await screen.findByRole('switch', {
      name: /^I trust what this server says about its tools/,
    });
    expect((trust as HTMLInputElement).checked).toBe(false);
    await first.user.click(trust);
    await waitFor(() => expect(first.host.world.trusted).toEqual(['demo']));
    first.unmount();
    renderApp(AT, { change: (world) => world.trusted.push('demo' as (typeof world.trusted)[number]) });
    expect(await screen.findByText('says the server, trusted by you')).toBeDefined();
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, ApprovalId, Grant } from '../../api/generated/contract';
import { CALL_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const answers = (host: FakeHost): Answer[] =>
  host.calls.flatMap(({ name, params }) =>
    name === 'approval.answer' ? [(params as { answer: Answer }).answer] : [],
  );

let number = 0;

/** The screen with a held call that has been in view long enough to be answered. */
async function opened(call: Partial<typeof CALL_APPROVAL.request.call> = {}) {
  number += 1;
  const request = { ...CALL_APPROVAL.request, call: { ...CALL_APPROVAL.request.call, ...call } };
  const approval = { ...CALL_APPROVAL, request, id: `held${number}` as ApprovalId };
  const rendered = renderApp('/approvals');
  await screen.findByText(t('approvals.empty.title'));
  rendered.host.world.approvals.push(approval);
  act(() => rendered.host.emit({ kind: 'approvalOpened', approval }));
  const article = await screen.findByRole('article', {
    name: t('approvals.request.label', { server: 'Demo server' }),
  });
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: t('approvals.call.runOnce') }).getAttribute('aria-disabled'),
    ).toBe('false'),
  );
  return { ...rendered, article };
}

describe('a call that waits', () => {
  it('shows whose it is, why it waits, and exactly what would be sent', async () => {
    const { article } = await opened();
    const text = article.textContent ?? '';
    expect(text).toContain(t('policies.reason.destructive', { server: 'Demo server' }));
    expect(text).toContain(t('shared.claim.reported'));
    const sent = within(article).getByRole('complementary', { name: t('approvals.sent.arguments') });
    expect(sent.querySelector('.call-arguments')?.textContent).toBe('keep2folderdrafts');
    await expectAccessible();
  });

  it.each([
    [{}, 1],
    [{ undeclared: 1 }, 0],
  ])('says so where nothing is declared and nothing sent: %j', async (given, times) => {
    await opened({ inputSchema: { type: 'object' }, arguments: given });
    expect(screen.queryAllByText(t('tools.arguments.noArguments')).length).toBe(times);
  });

  it('is sent as the person left it', async () => {
    const { host, user } = await opened();
    const keep = screen.getByRole('spinbutton', { name: 'Keep' });
    await user.clear(keep);
    await user.type(keep, '5');
    expect(screen.getByText(t('approvals.edited'))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('approvals.call.runOnce') }));
    expect(answers(host)).toEqual([
      { kind: 'run', arguments: { keep: 5, folder: 'drafts' }, grant: { kind: 'once' } },
    ]);
  });

  it('is not sent while an argument breaks the schema, and says which', async () => {
    const { host, user, article } = await opened();
    const keep = screen.getByRole('spinbutton', { name: 'Keep' });
    await user.clear(keep);
    await user.type(keep, '-1');
    await user.click(screen.getByRole('button', { name: t('approvals.call.runOnce') }));
    expect(answers(host)).toEqual([]);
    expect(within(article).getAllByText(/at least 0|0 or more|minimum/i).length).toBeGreaterThan(0);
  });

  it.each<[string, Grant['kind']]>([
    [t('policies.allow.session'), 'session'],
    [`${t('policies.decision.always')} ${t('policies.allow.alwaysHelp')}`, 'always'],
  ])('can be allowed for longer: %s', async (name, kind) => {
    const { host, user } = await opened();
    await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(answers(host)).toEqual([
      { kind: 'run', arguments: { keep: 2, folder: 'drafts' }, grant: { kind } },
    ]);
  });

  it('can be refused, or forbidden', async () => {
    for (const [name, kind] of [
      [t('common.decline'), 'decline'],
      [t('common.block'), 'never'],
    ] as const) {
      const next = await opened();
      await next.user.click(screen.getByRole('button', { name }));
      expect(answers(next.host)).toEqual([{ kind }]);
      next.unmount();
    }
  });
});

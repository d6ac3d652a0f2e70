import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, ApprovalId, Grant } from '../../api/generated/contract';
import { CALL_APPROVAL } from '../../host/fake';
import type { FakeHost } from '../../host/fake';
import { fail } from '../../host/fake/serverHandlers';
import { agree } from '../../test/agree';
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
    expect(screen.getByRole('button', { name: t('common.runOnce') }).getAttribute('aria-disabled')).toBe(
      'false',
    ),
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

  it('is declined with all others of its client, and says so where that failed', async () => {
    const { host, user } = await opened({ client: 'Editor' });
    const declineAll = { name: t('approvals.call.declineAll') };
    expect(screen.queryByRole('button', declineAll)).toBeNull();
    const [first] = host.world.approvals;
    const next = { ...(first as typeof CALL_APPROVAL), id: 'held-next' as ApprovalId };
    host.world.approvals.push(next);
    act(() => host.emit({ kind: 'approvalOpened', approval: next }));
    host.on('approval.declineAll', () => fail('notFound', 'store.notFound'));
    await agree(user, declineAll.name);
    await screen.findByText(t('core.store.notFound'));
    expect(host.world.approvals).toHaveLength(2);
  });

  it('is sent as the person left it', async () => {
    const { host, user } = await opened();
    const keep = screen.getByRole('spinbutton', { name: 'Keep' });
    await user.clear(keep);
    await user.type(keep, '5');
    expect(screen.getByText(t('approvals.edited'))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('common.runOnce') }));
    expect(answers(host)).toEqual([
      { kind: 'run', arguments: { keep: 5, folder: 'drafts' }, grant: { kind: 'once' } },
    ]);
  });

  it('is not sent while an argument breaks the schema, and says which', async () => {
    const { host, user, article } = await opened();
    const keep = screen.getByRole('spinbutton', { name: 'Keep' });
    await user.clear(keep);
    await user.type(keep, '-1');
    await user.click(screen.getByRole('button', { name: t('common.runOnce') }));
    expect(answers(host)).toEqual([]);
    expect(within(article).getAllByText(/at least 0|0 or more|minimum/i).length).toBeGreaterThan(0);
  });

  const LASTING: [string, Grant][] = [
    [t('policies.allow.session'), { kind: 'session', calls: 'sameArguments' }],
    [
      `${t('policies.decision.always')} ${t('policies.allow.alwaysHelp')}`,
      { kind: 'always', calls: 'sameArguments' },
    ],
  ];
  it.each(LASTING)('can be allowed for longer, then with the same arguments: %s', async (name, grant) => {
    const { host, user } = await opened();
    await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitemradio')
        .map((radio) => [radio.textContent, radio.getAttribute('aria-checked')]),
    ).toEqual([
      [`${t('policies.allow.sameArguments')} ${t('policies.allow.sameArgumentsHelp')}`, 'true'],
      [`${t('policies.allow.allOfTool')} ${t('policies.allow.allOfToolHelp')}`, 'false'],
    ]);
    await expectAccessible();
    await user.click(screen.getByRole('menuitem', { name }));
    expect(answers(host)).toEqual([{ kind: 'run', arguments: { keep: 2, folder: 'drafts' }, grant }]);
  });

  it('is allowed for all calls of the tool by a second choice, which is made anew each time', async () => {
    const { host, user } = await opened();
    const open = async () => {
      await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
      return screen.findByRole('menuitemradio', { name: new RegExp(t('policies.allow.allOfTool')) });
    };
    await user.click(await open());
    await user.keyboard('{Escape}');
    expect((await open()).getAttribute('aria-checked')).toBe('false');
    await user.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}');
    expect(answers(host)).toEqual([
      {
        kind: 'run',
        arguments: { keep: 2, folder: 'drafts' },
        grant: { kind: 'session', calls: 'allOfTool' },
      },
    ]);
  });

  it('allows all that its server says only reads, for this client and no longer than a time', async () => {
    const claims = { readOnly: true, destructive: null, idempotent: null, openWorld: null };
    const { host, user } = await opened({ client: 'Editor', annotations: claims });
    await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
    const all = await screen.findByRole('menuitemradio', {
      name: `${t('policies.allow.readOnlyOfServer', { server: 'Demo server' })} ${t('policies.allow.readOnlyOfServerHelp')}`,
    });
    await user.click(all);
    const always = screen.getByRole('menuitem', { name: new RegExp(t('policies.decision.always')) });
    expect((always as HTMLButtonElement).disabled).toBe(true);
    await expectAccessible();
    await user.click(screen.getByRole('menuitem', { name: t('policies.allow.session') }));
    expect(answers(host)).toMatchObject([
      { kind: 'run', grant: { kind: 'session', calls: 'readOnlyOfServer' } },
    ]);
  });

  it('says that edited arguments are those that are allowed', async () => {
    const { user } = await opened();
    const keep = screen.getByRole('spinbutton', { name: 'Keep' });
    await user.clear(keep);
    await user.type(keep, '5');
    await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
    expect(await screen.findByText(t('policies.allow.editedArgumentsHelp'))).toBeDefined();
  });

  it('cannot be allowed by arguments that are too large, and chooses nothing wider by itself', async () => {
    const { host, user } = await opened({ namedArgumentsBytes: 10 });
    await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
    const menu = await screen.findByRole('menu');
    const same = within(menu).getByRole<HTMLButtonElement>('menuitemradio', {
      name: `${t('policies.allow.sameArguments')} ${t('policies.allow.tooLargeHelp', { size: '10 B' })}`,
    });
    expect(same.disabled).toBe(true);
    const lasting = within(menu).getAllByRole<HTMLButtonElement>('menuitem');
    expect(lasting.map(({ disabled }) => disabled)).toEqual(lasting.map(() => true));
    await user.click(
      within(menu).getByRole('menuitemradio', { name: new RegExp(t('policies.allow.allOfTool')) }),
    );
    await user.click(within(menu).getByRole('menuitem', { name: t('policies.allow.session') }));
    expect(answers(host).map((answer) => 'grant' in answer && answer.grant)).toEqual([
      { kind: 'session', calls: 'allOfTool' },
    ]);
  });

  it('cannot be allowed by arguments that may hold a secret', async () => {
    const { user } = await opened({ looksSecret: ['folder'] });
    await user.click(screen.getByRole('button', { name: t('policies.allow.open') }));
    const menu = await screen.findByRole('menu');
    const same = within(menu).getByRole<HTMLButtonElement>('menuitemradio', {
      name: `${t('policies.allow.sameArguments')} ${t('policies.allow.secretHelp')}`,
    });
    expect(same.disabled).toBe(true);
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

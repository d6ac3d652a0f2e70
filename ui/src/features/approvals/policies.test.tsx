import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ClientSnapshot, JsonValue, PolicyRule, RuleId, ServerId } from '../../api/generated/contract';
import { someClients } from '../../host/fake/clientHandlers';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

const DEMO = 'demo' as ServerId;

const rule = (id: string, change: Partial<PolicyRule>): PolicyRule => ({
  id: id as RuleId,
  serverId: DEMO,
  client: null,
  scope: { kind: 'tool', name: 'delete_everything', claimed: 'destroys' },
  decision: { kind: 'allowSession' },
  status: 'holds',
  givenAt: Date.UTC(2026, 10, 21, 9, 0),
  uses: 0,
  lastUsedAt: null,
  ...change,
});

const open = (rules: PolicyRule[], clients: ClientSnapshot[] = []) =>
  renderApp('/approvals?view=policies', {
    change: (world) => {
      world.rules = rules;
      world.clients = clients;
    },
  });

/** The cells of each row but the last, which takes the rule back, and those with a time of day. */
const rows = async () => {
  const table = await screen.findByRole('table', { name: t('policies.of', { server: 'Demo server' }) });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].slice(0, 3).map((cell) => cell.textContent));
};

describe('policies', () => {
  it('are listed by server with what they allow and whether they still do', async () => {
    open([
      rule('a', { uses: 3 }),
      rule('b', { scope: { kind: 'allTools' }, status: 'outdated' }),
      rule('c', { scope: { kind: 'withEffect', effect: 'reads' }, decision: { kind: 'never' } }),
    ]);
    expect(await rows()).toEqual([
      ['delete_everything', t('policies.effect.destroys'), t('policies.decision.session')],
      [
        t('policies.scope.notDestructive'),
        t('policies.effect.any'),
        `${t('policies.decision.session')} ${t('policies.outdated')}`,
      ],
      [t('policies.scope.reads'), t('policies.effect.reads'), t('policies.decision.never')],
    ]);
    expect(screen.getByText(t('policies.uses', { count: 3 }))).toBeDefined();
    await expectAccessible();
  });

  it('for some arguments show and name them, and stand beside others of their tool', async () => {
    const named = (id: string, value: JsonValue) =>
      rule(id, {
        scope: { kind: 'toolWithArguments', name: 'greet', claimed: 'reads', arguments: value },
        decision: { kind: 'allowAlways' },
      });
    const secret = { 'usher/omitted': { code: 'omitted.secret', params: {} } };
    const { user } = open([named('a', { name: 'Ada', token: secret }), named('b', {}), rule('c', {})]);
    const hidden = t('core.omitted.secret');
    const text = `{"name":"Ada","token":"${hidden}"}`;
    expect((await rows()).map(([scope]) => scope)).toEqual([
      `greet${text}nameAdatoken${hidden}`,
      `greet${t('policies.noArguments')}`,
      'delete_everything',
    ]);
    await expectAccessible();
    const server = 'Demo server';
    for (const scope of [
      t('policies.withArguments', { tool: 'greet', arguments: text }),
      t('policies.withoutArguments', { tool: 'greet' }),
    ]) {
      await user.click(screen.getByRole('button', { name: t('policies.revokeOf', { scope, server }) }));
    }
    await waitFor(async () => expect((await rows()).map(([scope]) => scope)).toEqual(['delete_everything']));
  });

  it('of a client name it beside those of the person', async () => {
    open([rule('a', {}), rule('b', { client: 'Editor' })]);
    expect((await rows()).map(([, whose]) => whose)).toEqual([t('policies.yourCalls'), 'Editor']);
  });

  it('of a client are not those of the tool on its page', async () => {
    const scope = { kind: 'tool', name: 'echo', claimed: 'reads' } as const;
    renderApp('/tools?server=demo&item=echo', {
      change: (world) =>
        (world.rules = [rule('b', { client: 'Editor', scope, decision: { kind: 'allowAlways' } })]),
    });
    const name = t('tools.permission.button', { permission: t('tools.permission.default') });
    expect(await screen.findByRole('button', { name })).toBeDefined();
  });

  it('are revoked with one click, and come back with another', async () => {
    const { host, user } = open([rule('a', {})]);
    await user.click(
      await screen.findByRole('button', {
        name: t('policies.revokeOf', { scope: 'delete_everything', server: 'Demo server' }),
      }),
    );
    await screen.findByText(t('policies.empty.title'));
    expect(host.world.rules).toEqual([]);
    await user.click(await screen.findByRole('button', { name: t('common.undo') }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('are given for a whole server', async () => {
    const { host, user } = open([]);
    await user.click(await screen.findByRole('button', { name: t('policies.add') }));
    const dialog = await screen.findByRole('dialog', { name: t('policies.add') });
    await user.click(within(dialog).getByRole('combobox', { name: t('policies.field.owner') }));
    await user.click(await screen.findByRole('option', { name: 'Demo server' }));
    await user.click(within(dialog).getByRole('combobox', { name: t('common.permission') }));
    await user.click(await screen.findByRole('option', { name: t('policies.decision.never') }));
    await user.click(within(dialog).getByRole('button', { name: t('policies.add') }));
    await waitFor(() =>
      expect(host.calls.find(({ name }) => name === 'policy.setForServer')?.params).toEqual({
        serverId: DEMO,
        clientId: null,
        effect: null,
        decision: { kind: 'never' },
      }),
    );
    expect(await rows()).toEqual([
      [t('policies.scope.all'), t('policies.effect.any'), t('policies.decision.never')],
    ]);
  });

  it('are given for what a client reads, on the word of the server', async () => {
    const { host, user } = open([], someClients());
    const editor = host.world.clients.find(({ status }) => status === 'allowed');
    await user.click(await screen.findByRole('button', { name: t('policies.add') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('policies.add') }));
    const choose = async (field: string, option: string): Promise<void> => {
      await user.click(dialog.getByRole('combobox', { name: field }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose(t('common.tools'), t('policies.scope.reads'));
    await choose(t('common.permission'), t('policies.decision.session'));
    expect(dialog.getByText(t('policies.noEffect')), 'the own calls need trust').toBeTruthy();
    await choose(t('policies.column.client'), editor?.name ?? '');
    expect(dialog.queryByText(t('policies.noEffect'))).toBeNull();
    expect(dialog.getByText(t('policies.allow.readOnlyOfServerHelp'))).toBeTruthy();
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: t('policies.add') }));
    await waitFor(() => expect(host.world.rules[0]).toMatchObject({ client: editor?.name }));
    expect(host.calls.find(({ name }) => name === 'policy.setForServer')?.params).toEqual({
      serverId: host.world.rules[0]?.serverId,
      clientId: editor?.id,
      effect: 'reads',
      decision: { kind: 'allowSession' },
    });
  });
});

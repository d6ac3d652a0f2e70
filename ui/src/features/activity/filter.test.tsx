import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { someRecords } from '../../host/fake';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';

describe('a filter that shows nothing', () => {
  it('of calls is named, and leads to all calls', async () => {
    const { host, user } = renderApp('/activity?filter=github', {
      change: (world) => (world.history = world.history.filter(({ row }) => row.serverId !== 'github')),
    });
    expect(await screen.findByText(t('activity.call.onlyOf', { owner: 'GitHub' }))).toBeDefined();
    expect(screen.getByText(t('activity.call.noMatch'))).toBeDefined();
    expect(screen.queryByText(t('common.noCallsYet'))).toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: t('common.showAllCalls') }));
    expect(await screen.findByRole('option', { name: /echo/ })).toBeDefined();
    expect(host.calls.findLast(({ name }) => name === 'history.list')?.params).toMatchObject({
      serverId: null,
    });
  });

  it('is named together with what is searched for, and both are taken back', async () => {
    const { user } = renderApp('/activity?filter=demo');
    await screen.findByRole('option', { name: /echo/ });
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: t('activity.call.search') });
    await user.type(search, 'zzz');
    expect(await screen.findByText(t('activity.call.onlyOf', { owner: 'Demo server' }))).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('common.showAllCalls') }));
    expect(await screen.findByRole('option', { name: /echo/ })).toBeDefined();
    expect(search.value).toBe('');
    expect(screen.getByRole('button', { name: t('shared.allServers') })).toBeDefined();
  });

  it('of a server that was removed says so too', async () => {
    const { user } = renderApp('/activity?filter=gone');
    await user.click(await screen.findByRole('button', { name: t('common.showAllCalls') }));
    expect(await screen.findByRole('option', { name: /echo/ })).toBeDefined();
  });

  it('of approvals is named, and leads to all approvals', async () => {
    const { user } = renderApp('/activity?view=approvals&filter=github', {
      change: (world) =>
        (world.approvalRecords = someRecords().filter(({ head }) => head.serverId !== 'github')),
    });
    expect(await screen.findByText(t('activity.approval.onlyOf', { owner: 'GitHub' }))).toBeDefined();
    expect(screen.queryByText(t('common.noDecisionsYet'))).toBeNull();
    await user.click(screen.getByRole('button', { name: t('activity.approval.showAll') }));
    expect(await screen.findByRole('listbox', { name: t('common.decisionHistory') })).toBeDefined();
  });
});

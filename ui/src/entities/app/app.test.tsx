import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AppPlace, CallId, ContentId } from '../../api/generated/contract';
import type { FakeHost } from '../../host/fake';
import { showApp } from '../../host/fake/appHandlers';
import { agree } from '../../test/agree';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';

const AT = '/tools?server=demo&item=chart_rain';
const server = 'Demo server';

/** Runs the tool whose results an app draws. */
async function run(state?: Parameters<typeof showApp>[1]) {
  const rendered = renderApp(AT, { change: (world) => showApp(world, state) });
  await rendered.user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
  return rendered;
}

const called = (host: FakeHost, name: string): unknown[] =>
  host.calls.filter((one) => one.name === name).map(({ params }) => params);

const isShown = () => screen.findByRole('region', { name: t('apps.of', { server }) });

describe('the app of a tool', () => {
  it('is asked about the first time, with what it may reach', async () => {
    const { host, user } = await run('new');
    const asked = await screen.findByRole('region', { name: t('apps.first', { server }) });
    expect(asked.textContent).toContain('https://api.example.com');
    expect(asked.textContent).toContain(t('core.uiApp.dropped.scheme'));
    expect(asked.textContent).toContain(t('core.uiApp.dropped.frame'));
    expect(asked.textContent).toContain(t('apps.permission.camera'));
    await expectAccessible();
    expect(called(host, 'mcpApp.open'), 'nothing is drawn yet').toEqual([]);
    host.on('pin.accept', () => {
      host.world.page!.review.state = { kind: 'unchanged' };
      return [];
    });
    await agree(user, t('apps.show'));
    await isShown();
    expect(called(host, 'pin.accept')).toEqual([
      { serverId: 'demo', items: [{ kind: 'uiResource', name: 'ui://demo/chart', digest: 'a1' }] },
    ]);
  });

  it('is shown with the result once it was reviewed', async () => {
    const { host } = await run();
    await isShown();
    const { callId } = called(host, 'tool.call').at(-1) as { callId: CallId };
    const opened = called(host, 'mcpApp.open') as { callId: CallId }[];
    expect(opened.filter((one) => one.callId === callId)).toEqual([
      {
        serverId: 'demo',
        tool: 'chart_rain',
        callId,
        arguments: {},
        result: {},
        place: { kind: 'hidden' },
      },
    ]);
    await expectAccessible();
  });

  it('is blocked while it differs from what was reviewed', async () => {
    const { host, user } = await run('changed');
    await screen.findByText(t('apps.changed', { server }));
    expect(called(host, 'mcpApp.open')).toEqual([]);
    await user.click(screen.getByRole('button', { name: t('common.reviewChange') }));
    await waitFor(() => expect(screen.queryByText(t('apps.changed', { server }))).toBeNull());
  });

  it('can be put into a window of its own, and stopped', async () => {
    const { host, user } = await run();
    await isShown();
    await user.click(screen.getByRole('button', { name: t('apps.openWindow') }));
    await screen.findByText(t('apps.inWindow', { server }));
    const places = called(host, 'mcpApp.place') as { place: AppPlace }[];
    expect(places.map(({ place }) => place.kind)).toContain('ownWindow');
    await user.click(screen.getByRole('button', { name: t('apps.stopOf', { server }) }));
    await screen.findByText(t('apps.stopped', { server }));
    const { callId } = called(host, 'tool.call').at(-1) as { callId: CallId };
    expect(
      host.world.apps.filter((app) => app.callId === callId),
      'it has ended',
    ).toEqual([]);
  });

  it('is opened in a window of its own where it was stopped', async () => {
    const { host, user } = await run();
    await isShown();
    await user.click(screen.getByRole('button', { name: t('apps.stopOf', { server }) }));
    const again = await screen.findByRole('button', { name: t('apps.show') });
    await expectAccessible();
    again.focus();
    await user.keyboard('{Tab}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: t('apps.openWindow') }));
    await user.keyboard('{Enter}');
    await screen.findByText(t('apps.inWindow', { server }));
    const opened = called(host, 'mcpApp.open') as { callId: CallId; place: AppPlace }[];
    const { callId } = called(host, 'tool.call').at(-1) as { callId: CallId };
    expect(opened.filter((one) => one.callId === callId).map(({ place }) => place.kind)).toEqual([
      'hidden',
      'ownWindow',
    ]);
    // The next call does not want a window of its own.
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    await waitFor(() => {
      const last = (called(host, 'mcpApp.open') as { callId: CallId; place: AppPlace }[]).at(-1)!;
      expect([last.callId === callId, last.place.kind]).toEqual([false, 'hidden']);
    });
  });

  it('says that it hangs, what it was kept from, and what it has to say', async () => {
    const { host } = await run();
    await isShown();
    const app = host.world.apps.at(-1)!;
    act(() =>
      host.emit({
        kind: 'mcpAppChanged',
        app: {
          ...app,
          status: 'notResponding',
          violations: 2,
          lastViolations: [{ directive: 'connect-src', blocked: 'https://undeclared.example' }],
          message: 'What is the weather?',
        },
      }),
    );
    await screen.findByText(t('apps.notResponding', { server }));
    expect(screen.getByRole('region', { name: t('apps.of', { server }) }).textContent).toContain(
      t('apps.violations', { count: 2 }),
    );
    expect(screen.getByText('What is the weather?')).toBeTruthy();
    expect(screen.getByRole('button', { name: t('apps.copyMessage') })).toBeTruthy();
    await expectAccessible();
  });

  it('draws the beginning of a long text, with what is hidden in it', async () => {
    const { host } = await run();
    await isShown();
    const app = { ...host.world.apps.at(-1)!, modelContext: '\u200b'.repeat(20_000) };
    act(() => host.emit({ kind: 'mcpAppChanged', app }));
    await screen.findByText(t('apps.modelContext'));
    const drawn = screen.getByRole('region', { name: t('apps.of', { server }) });
    const seen = drawn.textContent.split('U+200B').length - 1;
    expect(seen, 'as much as is drawn at once').toBe(4_000);
    expect(screen.getByRole('button', { name: t('content.showMore', { count: 16_000 }) })).toBeTruthy();
  });

  it('offers files, which are saved or dismissed', async () => {
    const { host, user } = await run();
    await isShown();
    const app = { ...host.world.apps.at(-1)!, files: [{ contentId: 'c1' as ContentId, name: 'notes.csv' }] };
    host.world.apps.splice(-1, 1, app);
    act(() => host.emit({ kind: 'mcpAppChanged', app }));
    await screen.findByText(t('apps.files', { names: 'notes.csv' }));
    await expectAccessible();
    host.on('content.save', () => ({ file: null }));
    await user.click(screen.getByRole('button', { name: t('content.save.as') }));
    await waitFor(() => expect(called(host, 'content.save')).toEqual([{ contentId: 'c1' }]));
    expect(called(host, 'mcpApp.answerFiles'), 'nothing was chosen').toEqual([]);
    await user.click(screen.getByRole('button', { name: t('apps.dismissFiles') }));
    await waitFor(() => expect(screen.queryByRole('button', { name: t('apps.dismissFiles') })).toBeNull());
    expect(called(host, 'mcpApp.answerFiles')).toEqual([{ appId: app.id, saved: false }]);
  });

  it('says why it was ended', async () => {
    const { host } = await run();
    await isShown();
    const { id } = host.world.apps.at(-1)!;
    const why = coreMessage('uiApp.memory', { server });
    act(() => host.emit({ kind: 'mcpAppStopped', appId: id, why }));
    expect(await screen.findByText(t('core.uiApp.memory', { server }))).toBeTruthy();
  });

  it('says why it cannot be shown', async () => {
    const rendered = renderApp(AT, {
      change: (world) => {
        showApp(world);
        world.page = null;
      },
    });
    await rendered.user.click(await screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) }));
    expect(await screen.findByText(/chart_rain of .* has no app/u)).toBeTruthy();
  });
});

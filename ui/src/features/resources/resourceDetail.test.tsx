import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Message, Param, ReadOutcome, ServerId, ServerState } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { formatBytes } from '../../lib/format';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';
import { contentsOf, textBody } from '../../host/fake/contents';

const DEMO = 'demo' as ServerId;
const open = (uri: string) => `/resources?server=demo&item=${encodeURIComponent(uri)}`;

describe('a resource', () => {
  const shows = (uri: string, role: string, name: string): void => {
    it(`${uri} shows as ${role}`, async () => {
      const { host } = renderApp(open(uri));
      expect((await screen.findAllByRole(role, { name })).length).toBeGreaterThan(0);
      expect(host.calls.filter((call) => call.name === 'resource.read')).toHaveLength(1);
      await expectAccessible();
    });
  };
  shows('demo://docs/readme.md', 'heading', 'Read me');
  shows('demo://docs/plan.json', 'tree', 'Plan');
  shows('demo://data/tides.csv', 'grid', 'Tides');
  shows('demo://pictures/arch.png', 'img', 'Arch');
  shows('demo://pictures/chart.svg', 'img', 'Chart');
  shows('demo://data/blob.bin', 'region', t('content.preview.bytesOf', { name: 'Blob' }));

  it('keeps its actions in place while it is read: those that appear then come before the others', async () => {
    const { host, user } = renderApp('/resources');
    const row = await screen.findByRole('option', { name: /^Arch/ });
    let answer: (outcome: ReadOutcome) => void = () => {};
    host.on('resource.read', () => new Promise((resolve) => (answer = resolve)));
    await user.click(row);
    const article = await screen.findByRole('article', { name: 'Arch' });
    const star = await within(article).findByRole('button', { name: t('shared.bookmark.label') });
    const actions = () =>
      [...(star.parentElement?.querySelectorAll('button, [role="switch"]') ?? [])].map(
        (action) => action.textContent || action.getAttribute('aria-label'),
      );
    const before = actions();
    answer({
      uri: 'demo://pictures/arch.png',
      contents: [contentsOf('demo://pictures/arch.png')],
      readAt: 0,
      freshUntil: null,
      durationMs: 3,
      raw: {},
      shortened: 0,
    });
    await within(article).findByRole('button', { name: t('content.save.as') });
    expect(actions().slice(-before.length), 'a click meant for one of them reaches no other').toEqual(before);
  });

  it('plays sounds only when asked to', async () => {
    renderApp(open('demo://sounds/bell.wav'));
    const player = await screen.findByLabelText(t('content.preview.audioOf', { name: 'Bell' }));
    expect({ tag: player.tagName, autoplay: player.hasAttribute('autoplay') }).toEqual({
      tag: 'AUDIO',
      autoplay: false,
    });
  });

  it('of several contents shows one at a time, and the answer as it came', async () => {
    const { user } = renderApp(open('demo://docs'));
    const which = await screen.findByRole('list', { name: t('resources.view.which') });
    await user.click(within(which).getByRole('button', { name: /^plan\.json/ }));
    expect(await screen.findByRole('tree', { name: 'All documents' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('content.menu', { name: 'plan.json' }) }));
    expect(await screen.findByRole('menuitem', { name: t('content.save.as') })).toBeDefined();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('radio', { name: t('common.rawJson') }));
    expect(
      await screen.findByRole('tree', { name: t('resources.view.raw', { resource: 'All documents' }) }),
    ).toBeDefined();
  });

  it('is followed, and read again when the server says it changed', async () => {
    const { host, user } = renderApp(open('demo://live/clock'));
    await user.click(await screen.findByRole('switch', { name: t('resources.subscribe') }));
    await waitFor(() =>
      expect(host.calls.findLast(({ name }) => name === 'resource.subscribe')).toEqual({
        name: 'resource.subscribe',
        params: { serverId: DEMO, uri: 'demo://live/clock', subscribed: true },
      }),
    );
    const later: ReadOutcome = {
      uri: 'demo://live/clock',
      contents: [
        {
          uri: 'demo://live/clock',
          mimeType: 'text/plain',
          detectedType: null,
          contentId: null,
          body: textBody('noon'),
        },
      ],
      readAt: new Date(2026, 10, 21, 12, 0, 5).getTime(),
      freshUntil: null,
      durationMs: 3,
      raw: {},
      shortened: 0,
    };
    host.on('resource.read', () => later);
    host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'resources' });
    expect(await screen.findByText(/^Refreshed/, { selector: '.live[data-following="true"]' })).toBeDefined();
    host.emit({ kind: 'resourceUpdated', serverId: DEMO, uri: 'demo://live/clock' });
    expect(await screen.findByText(t('resources.live.updated', { time: '12:00:05' }))).toBeDefined();
    expect(await screen.findByText('noon')).toBeDefined();
  });

  it('says of one that is too long how long it is and may be', async () => {
    const { host, user } = renderApp('/resources');
    const row = await screen.findByRole('option', { name: /^Arch/ });
    host.on('resource.read', () => {
      const size: Param = { kind: 'bytes', bytes: 2_000_000_000 };
      const limit: Param = { kind: 'bytes', bytes: 100_663_296 };
      const reason: Message = { code: 'response.tooLong', params: { size, limit } };
      throw { code: 'serverUnreachable', message: reason };
    });
    await user.click(row);
    const article = await screen.findByRole('article', { name: 'Arch' });
    const notice = await within(article).findByRole('alert');
    for (const bytes of [2_000_000_000, 100_663_296])
      expect(notice.textContent, 'its size and the limit').toContain(formatBytes(bytes));
    await expectAccessible();
  });

  it('keeps what was read in view when reading again fails', async () => {
    const { host, user } = renderApp(open('demo://docs/readme.md'));
    await screen.findByText(/document with a/);
    host.on('resource.read', () => {
      throw {
        code: 'timeout',
        message: coreMessage('verbatim', { text: 'Demo server gave no answer in 30 s.' }),
      };
    });
    await user.click(screen.getByRole('button', { name: t('common.refresh') }));
    expect(await screen.findByText(/Demo server gave no answer/)).toBeDefined();
    expect(screen.getByText(/document with a/), 'the earlier text stays').toBeDefined();
  });

  it('stays in sight while its server is away, and is read anew once that runs again', async () => {
    const { host } = renderApp(open('demo://docs/readme.md'));
    await screen.findByText(/document with a/);
    const [demo] = host.world.servers;
    if (demo === undefined) throw new Error('the demo server is there');
    const becomes = (state: ServerState): void => {
      demo.snapshot.state = state;
      act(() => host.emit({ kind: 'serverChanged', server: structuredClone(demo.snapshot) }));
    };
    becomes({ kind: 'disabled' });
    expect(await screen.findByText(t('resources.notRunning.earlier'), { exact: false })).toBeDefined();
    expect(screen.getByText(/document with a/)).toBeDefined();
    becomes({ kind: 'starting', sinceAt: 1, signInUrl: null });
    await waitFor(() => expect(screen.queryByText(/document with a/)).toBeNull());
    host.on('resource.read', ({ uri }) => ({
      uri,
      contents: [
        {
          uri,
          mimeType: null,
          detectedType: null,
          contentId: null,
          body: textBody('For Grace only'),
        },
      ],
      readAt: 2,
      freshUntil: null,
      durationMs: 3,
      raw: {},
      shortened: 0,
    }));
    becomes({ kind: 'running', sinceAt: 1, pid: 7 });
    expect(await screen.findByText('For Grace only')).toBeDefined();
  });

  it('shows hidden characters of its address', async () => {
    const { host } = renderApp('/resources');
    const first = host.world.resources[0];
    if (first !== undefined) host.world.resources = [{ ...first, uri: 'demo://a\u202Eb' }];
    host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'resources' });
    expect((await screen.findAllByText('U+202E')).length).toBeGreaterThan(0);
  });
});

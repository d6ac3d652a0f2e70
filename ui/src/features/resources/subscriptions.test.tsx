import { screen, waitFor, within } from '@testing-library/react';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../../host/fake';
import type { Media, ReadOutcome, ResourceBody, ServerId } from '../../api/generated/contract';
import { expectAccessible, renderApp } from '../../test/render';
import { t } from '../../words/translate';
import { coreMessage } from '../../words/message';
import { textBody } from '../../host/fake/contents';

const DEMO = 'demo' as ServerId;
const README = 'demo://docs/readme.md';
const open = `/resources?server=demo&item=${encodeURIComponent(README)}`;

const subscribed = {
  change: (world: FakeHost['world']) => {
    for (const resource of world.resources) resource.subscribed = resource.uri === README;
  },
};

/** Has the host answer with this content from now on. */
function holds(host: FakeHost, body: ResourceBody, readAt: number): void {
  host.on('resource.read', ({ uri }) => read([[uri, body]], readAt));
}

/** An answer with contents, each with its URI. */
const read = (
  contents: readonly (readonly [string, ResourceBody])[],
  readAt: number,
  raw: ReadOutcome['raw'] = { contents: [] },
): ReadOutcome => ({
  uri: README,
  contents: contents.map(([uri, body]) => ({
    uri,
    mimeType: null,
    detectedType: null,
    contentId: null,
    body,
  })),
  readAt,
  freshUntil: null,
  durationMs: 1,
  raw,
  shortened: 0,
});

const picture = (base64: string): ResourceBody & Media => ({
  kind: 'image',
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64,
  sizeBytes: 3,
  ownSize: null,
  problem: null,
  contentId: null,
});
const update = (host: FakeHost) => host.emit({ kind: 'resourceUpdated', serverId: DEMO, uri: README });

/** A resource that its server does not list. */
const FORECAST = 'demo://forecast/Lisbon';

describe('subscriptions', () => {
  it('stand together with their last update, open, and end', async () => {
    const { host, user } = renderApp('/resources', subscribed);
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(t('common.subscribed')) }));
    const table = await screen.findByRole('table', { name: t('resources.subscriptions.title') });
    expect(within(table).getByText(t('resources.subscriptions.noUpdate'))).toBeDefined();
    expect(screen.getAllByRole('option')).toHaveLength(1);
    update(host);
    expect(await within(table).findByText(t('common.changed'))).toBeDefined();
    await expectAccessible();
    await user.click(within(table).getByRole('button', { name: 'Read me' }));
    expect(await screen.findByRole('article', { name: 'Read me' })).toBeDefined();
    expect(screen.queryByText(t('common.changed')), 'it is looked at now').toBeNull();
    await user.click(screen.getByRole('switch', { name: t('resources.subscribe') }));
    await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
    expect(screen.getByText(t('resources.noneFit'))).toBeDefined();
  });

  it('are shown whether their resources are listed or not', async () => {
    const { user } = renderApp(`/resources?server=demo&item=${encodeURIComponent(FORECAST)}`, subscribed);
    const follow = async () => screen.findByRole('switch', { name: t('resources.subscribe') });
    await user.click(await follow());
    expect(
      (await follow()).getAttribute('aria-checked') ?? (await follow()).matches(':checked'),
    ).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: `${t('common.subscribed')} 2` }));
    const table = await screen.findByRole('table', { name: t('resources.subscriptions.title') });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(within(table).getByText(t('resources.subscriptions.unlisted'))).toBeDefined();
    const rows = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    expect(rows).toEqual([expect.stringContaining('Read me'), expect.stringContaining(FORECAST)]);
    await expectAccessible();
    await user.click(
      within(table).getByRole('button', {
        name: t('resources.subscriptions.unsubscribeFrom', { resource: FORECAST }),
      }),
    );
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    expect(screen.getAllByRole('option'), 'its server does not list it').toHaveLength(1);
  });

  it('say that they could not be loaded, and are loaded again', async () => {
    const { host, user } = renderApp('/resources', subscribed);
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(t('common.subscribed')) }));
    const list = await screen.findByRole('region', { name: t('resources.subscriptions.title') });
    host.on('resource.subscriptions', () => {
      throw { code: 'timeout', message: coreMessage('verbatim', { text: 'No answer.' }) };
    });
    host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'resources' });
    await within(list).findByText('No answer.');
    host.on('resource.subscriptions', () => []);
    await user.click(within(list).getByRole('button', { name: t('common.retry') }));
    expect(await within(list).findByText(t('resources.subscriptions.none'))).toBeDefined();
    expect(within(list).queryByText('No answer.')).toBeNull();
  });

  it('show what changed in a text since it was looked at', async () => {
    const { host, user } = renderApp('/resources', subscribed);
    holds(host, textBody('one\ntwo'), 1_000);
    await user.click(await screen.findByRole('option', { name: /Read me/ }));
    await screen.findByText(/two/);
    await user.click(screen.getByRole('option', { name: /^Arch/ }));
    holds(host, textBody('one\nthree'), 2_000);
    update(host);
    expect(await screen.findAllByText(t('common.changed'))).not.toEqual([]);
    await user.click(screen.getByRole('option', { name: /Read me/ }));
    await user.click(await screen.findByRole('radio', { name: t('resources.compare.changes') }));
    const shown = async (side: 'ofBefore' | 'ofNow') =>
      (await screen.findByLabelText(t(`resources.compare.${side}`, { name: 'Read me' }))).textContent;
    expect(await shown('ofBefore')).toBe('onetwo');
    expect(await shown('ofNow')).toBe('onethree');
    await expectAccessible();
  });

  it('begin with the first content that changed', async () => {
    const { host, user } = renderApp(open, subscribed);
    const [one, two] = ['demo://docs/one.md', 'demo://docs/two.md'];
    host.on('resource.read', () =>
      read(
        [
          [one, textBody('same')],
          [two, textBody('old')],
          ['demo://gone', picture('AAAA')],
        ],
        1_000,
      ),
    );
    await screen.findByRole('button', { name: /^two\.md/ });
    host.on('resource.read', () =>
      read(
        [
          ['demo://docs/new.md', picture('BBBB')],
          [one, textBody('same')],
          [two, textBody('new')],
        ],
        2_000,
      ),
    );
    update(host);
    await user.click(await screen.findByRole('radio', { name: t('resources.compare.changes') }));
    const list = screen.getByRole('list', { name: t('resources.view.which') });
    const names = within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names, 'those of now, then what is gone').toEqual([
      'new.md3 B',
      'one.md4 B',
      'two.md3 B',
      'gone3 B',
    ]);
    expect(screen.getByText(t('resources.compare.added')), 'the first that differs').toBeDefined();
    const choose = async (name: RegExp) => user.click(within(list).getByRole('button', { name }));
    await choose(/^one/);
    expect(screen.getByText(t('resources.compare.same'))).toBeDefined();
    await choose(/^two/);
    const shown = await screen.findByLabelText(t('resources.compare.ofNow', { name: 'Read me' }));
    expect(shown.textContent).toBe('new');
    await choose(/^gone/);
    expect(screen.getByText(t('resources.compare.removed'))).toBeDefined();
    await expectAccessible();
  });

  it('show what changed in a text that was sent as bytes', async () => {
    const { host, user } = renderApp(open, subscribed);
    const holdsBlob = (text: string, readAt: number): void => {
      const blob = btoa(text);
      const body = { kind: 'text', text, sizeBytes: text.length, picture: null } as const;
      host.on('resource.read', () => read([[README, body]], readAt, { contents: [{ uri: README, blob }] }));
    };
    holdsBlob('one', 1_000);
    await screen.findByText('one');
    holdsBlob('two', 2_000);
    update(host);
    await user.click(await screen.findByRole('radio', { name: t('resources.compare.changes') }));
    const shown = await screen.findByLabelText(t('resources.compare.ofNow', { name: 'Read me' }));
    expect(shown.textContent).toBe('two');
  });

  it('show what changed in an image with a handle for the keyboard', async () => {
    const { host, user } = renderApp(open, subscribed);
    holds(host, picture('AAAA'), 1_000);
    await screen.findByRole('img', { name: 'Read me' });
    holds(host, picture('BBBB'), 2_000);
    update(host);
    await user.click(await screen.findByRole('radio', { name: t('resources.compare.changes') }));
    const handle = screen.getByRole('slider', { name: t('resources.compare.swipe') });
    expect(handle.getAttribute('aria-valuetext')).toBe(t('resources.compare.swiped', { percent: 50 }));
    fireEvent.change(handle, { target: { value: '20' } });
    const before = screen.getByRole('img', {
      name: t('resources.compare.ofBefore', { name: 'Read me' }),
    });
    expect(before.style.clipPath).toBe('inset(0 80% 0 0)');
    await expectAccessible();
    fireEvent.error(before);
    expect(screen.getByText(t('content.preview.imageFailed')), 'instead of an empty image').toBeDefined();
  });
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webtool } from '../../host/fake/webtools';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage } from '../../words/message';
import { t } from '../../words/translate';
import { formatList } from '../../lib/format';

const PAGE = '/servers?server=webtool-1';

test.each([
  ['https://api.example.com/v1', 'servers.webtool.compare.baseKept'],
  ['https://moved.example.com/v1', 'servers.webtool.compare.baseMissing'],
] as const)('other servers in a document leave calls where they go: %s', async (named, key) => {
  const { user, host } = renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      Object.assign(one.snapshot, { kind: 'openapi', base: 'https://api.example.com/v1/' });
      world.webtools.push(one);
    },
  });
  const text = (url: string): string =>
    JSON.stringify({ servers: [{ url: 'https://b.example.com' }, { url }] });
  host.on('webtool.compare', () => ({
    oldSha256: '27c1e27c1e',
    newSha256: '37c1e37c1e',
    oldText: text('https://api.example.com/v1'),
    newText: text(named),
    differences: [
      {
        path: '/servers/1/url',
        kind: 'host',
        message: coreMessage('difference.changed', { subject: coreMessage('difference.place.url') }),
        hidden: [],
      },
    ],
    leftOut: 0,
    hidden: [],
    mixed: [],
  }));
  await user.click(await screen.findByRole('button', { name: t('servers.webtool.reviewChanges') }));
  const review = await screen.findByRole('article', {
    name: t.markup('approvals.need.heading.unversioned', { server: () => 'Weather webtool' }),
  });
  await waitFor(() =>
    expect(review.textContent).toContain(t.markup(key, { base: () => 'https://api.example.com/v1/' })),
  );
});

test('what is agreed to names the credentials it uses, never their values', async () => {
  const { user } = renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      one.hasToken = true;
      one.snapshot.checked = null;
      one.snapshot.need = 'firstLook';
      one.snapshot.state = {
        kind: 'refused',
        message: coreMessage('webtools.tampered.notReviewed'),
        reviewable: true,
      };
      world.webtools.push(one);
    },
  });
  await user.click(await screen.findByRole('button', { name: t('servers.webtool.review') }));
  const review = await screen.findByRole('article', {
    name: t.markup('approvals.need.heading.firstUse', { server: () => 'Weather webtool' }),
  });
  await waitFor(() =>
    expect(review.textContent).toContain(
      formatList([t('servers.webtool.agree.stored', { name: 'API key' }), t('servers.webtool.agree.token')]),
    ),
  );
  await expectAccessible();
});

test.each([
  ['ready', 'servers.webtool.restored'],
  ['refused', 'servers.webtool.notRestored'],
] as const)('an altered document is restored from its address: %s', async (after, said) => {
  const refused = {
    kind: 'refused',
    message: coreMessage('webtools.tampered.bytes'),
    reviewable: false,
  } as const;
  const { user, host } = renderApp(PAGE, {
    change: (world) => {
      const one = webtool();
      one.snapshot.checked = null;
      one.snapshot.state = refused;
      world.webtools.push(one);
    },
  });
  host.on('webtool.check', () => ({
    ...webtool().snapshot,
    state: after === 'refused' ? refused : { kind: 'ready' },
  }));
  await user.click(await screen.findByRole('button', { name: t('servers.webtool.restore') }));
  expect(await screen.findAllByText(t(said, { webtool: 'Weather webtool' }))).not.toEqual([]);
});

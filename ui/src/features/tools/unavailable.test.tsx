import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId, WebtoolSnapshot } from '../../api/generated/contract';
import type { FakeHost } from '../../host/fake';
import { webtool, webtoolTools } from '../../host/fake/webtools';
import { expectAccessible, renderApp } from '../../test/render';
import { coreMessage, messageText } from '../../words/message';
import { tipOf } from '../../test/tip';
import { t } from '../../words/translate';

const SILENT = t('errors.webtool.changed');
const REFUSED = coreMessage('webtools.tampered.bytes');

/** The page of an action of a webtool in this state. */
function renderAction(change: (snapshot: WebtoolSnapshot) => void) {
  return renderApp('/tools?server=webtool-1&item=forecast', {
    change: (world) => {
      const one = webtool();
      change(one.snapshot);
      world.webtools.push(one);
      world.tools.push(...webtoolTools());
    },
  });
}

const runButton = () => screen.findByRole('button', { name: new RegExp(`^${t('common.run')}`) });

/** What the button that runs the tool says of itself to a screen reader. */
async function runState() {
  const button = await runButton();
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  return { disabled: button.getAttribute('aria-disabled'), reason: reason?.textContent ?? null };
}

const ran = (host: FakeHost) => host.calls.some(({ name }) => name === 'tool.call');

test.each<[string, (snapshot: WebtoolSnapshot) => void, string, string[]]>([
  ['changed silently', () => {}, SILENT, [t('common.reviewChange'), t('common.refresh')]],
  [
    'gone back to an older version',
    ({ checked }) => {
      if (checked?.found.kind === 'other') checked.found.change = 'downgraded';
    },
    t('errors.webtool.downgraded'),
    [t('common.reviewChange'), t('common.refresh')],
  ],
  [
    'not what was agreed to',
    (snapshot) => (snapshot.state = { kind: 'refused', message: REFUSED, reviewable: true }),
    messageText(REFUSED),
    [t('common.review')],
  ],
  [
    'damaged',
    (snapshot) => (snapshot.state = { kind: 'refused', message: REFUSED, reviewable: false }),
    messageText(REFUSED),
    [t('shared.webtool.show')],
  ],
])('an action of a webtool that is %s is stopped, and says why', async (_what, change, reason, actions) => {
  const { user, host } = renderAction(change);
  const note = (await screen.findByText(`${t('shared.webtool.blocked')}.`)).closest<HTMLElement>(
    '[role="note"]',
  );
  expect(note?.textContent).toContain(reason);
  expect(
    within(note as HTMLElement)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
    'what the person can do stands beside the reason',
  ).toEqual(actions);
  expect(await runState()).toEqual({ disabled: 'true', reason: t('tools.page.blocked', { reason }) });
  const row = await screen.findByRole('option', { name: /^forecast/ });
  expect(
    await tipOf(user, within(row).getByText(t('shared.webtool.blocked'))),
    'the list has the same badge',
  ).toBe(reason);
  await expectAccessible();
  (await runButton()).focus();
  await user.keyboard('{Enter}');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(ran(host), 'nothing is sent, whichever way it is asked for').toBe(false);
});

test('a stopped webtool that is checked again runs again', async () => {
  const { user, host } = renderAction(() => {});
  host.on('webtool.check', ({ webtoolId }) => host.call('webtool.dismissUpdate', { webtoolId }));
  await user.click(await screen.findByRole('button', { name: t('common.refresh') }));
  await waitFor(() => expect(screen.queryByText(`${t('shared.webtool.blocked')}.`)).toBeNull());
  expect(await runState()).toEqual({ disabled: null, reason: null });
  const row = screen.getByRole('option', { name: /^forecast/ });
  expect(within(row).queryByText(t('shared.webtool.blocked'))).toBeNull();
});

test('the change of a stopped webtool is one press away', async () => {
  const { user } = renderAction(() => {});
  await user.click(await screen.findByRole('button', { name: t('common.reviewChange') }));
  expect(await screen.findByText(t('approvals.need.webtoolHelp'))).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('Weather webtool');
});

const withdrawn = () => t('tools.page.withdrawn', { server: 'Demo server' });

/** What is announced at the head of the page. */
const notes = () => [...document.querySelectorAll('[role=note]')].map(({ textContent }) => textContent);

/** The server takes echo out of its list while its page is open. */
function withdraw(host: FakeHost): void {
  host.world.tools = host.world.tools.filter(({ head }) => head.name !== 'echo');
  act(() => host.emit({ kind: 'catalogChanged', serverId: 'demo' as ServerId, list: 'tools' }));
}

test('a tool that is withdrawn keeps its page and its last result, and is run no more', async () => {
  const { user, host } = renderApp('/tools?server=demo&item=echo');
  await user.type(await screen.findByRole('textbox', { name: /Message/u }), ' again');
  await user.click(await runButton());
  const result = await screen.findByRole('region', { name: t('common.result') });
  const said = result.textContent;
  const before = host.calls.filter(({ name }) => name === 'tool.call').length;

  withdraw(host);
  await waitFor(() => expect(notes(), 'what just changed is announced').toEqual([withdrawn()]));
  expect(screen.getByRole('region', { name: t('common.result') }).textContent, 'the result stays').toBe(said);
  expect(await runState()).toEqual({ disabled: 'true', reason: withdrawn() });
  await expectAccessible();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(
    host.calls.filter(({ name }) => name === 'tool.call').length,
    'a withdrawn tool is not called again',
  ).toBe(before);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('common.history')}`) }));
  const again = await screen.findAllByRole('button', {
    name: new RegExp(t('tools.history.runAgain', { time: '.*' })),
  });
  expect(
    again.map((button) => (button as HTMLButtonElement).disabled),
    'nor out of its history',
  ).toEqual(again.map(() => true));
});

test('a withdrawn tool that comes back can be run again', async () => {
  const { host } = renderApp('/tools?server=demo&item=echo');
  await runButton();
  const tools = host.world.tools;
  withdraw(host);
  await waitFor(() => expect(notes()).toEqual([withdrawn()]));
  host.world.tools = tools;
  act(() => host.emit({ kind: 'catalogChanged', serverId: 'demo' as ServerId, list: 'tools' }));
  await waitFor(() => expect(notes()).toEqual([]));
  expect(await runState()).toEqual({ disabled: null, reason: null });
});

test('a tool of a server that is turned off is not called withdrawn', async () => {
  const { host } = renderApp('/tools?server=demo&item=echo');
  await runButton();
  const server = host.world.servers.find(({ snapshot }) => snapshot.id === ('demo' as ServerId));
  if (server === undefined) throw new Error('the demo server is there');
  server.snapshot.state = { kind: 'disabled' };
  act(() => host.emit({ kind: 'serverChanged', server: structuredClone(server.snapshot) }));
  withdraw(host);
  await waitFor(() => expect(notes()).toEqual([t('tools.page.notRunning', { server: 'Demo server' })]));
});

test('a tool that was never there says so', async () => {
  renderApp('/tools?server=demo&item=nothing');
  expect(await screen.findByText(t('errors.title.notFound'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: new RegExp(`^${t('common.run')}`) })).toBeNull();
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Content, HistoryEntry } from '../../api/generated/contract';
import type { FakeHost } from '../../host/fake';
import { returned } from '../../test/calls';
import { dragHandle, dragStart, transfer } from '../../test/drag';
import { expectAccessible, renderApp } from '../../test/render';
import { formatTime } from '../../lib/format';
import { t } from '../../words/translate';
import { textBody } from '../../host/fake/contents';
import { actionName } from './actionName';

const LINK = {
  kind: 'resourceLink',
  uri: 'demo://docs/readme.md',
  title: 'Read me',
  description: null,
  mimeType: 'text/markdown',
  sizeBytes: null,
  icon: null,
} as const satisfies Content;
const READ = actionName(t('content.linked.read'), LINK.title);

const EMBEDDED = {
  kind: 'resource',
  uri: 'demo://docs/plan.json',
  mimeType: 'text/plain',
  detectedType: null,
  contentId: null,
  body: textBody('The plan.'),
} as const satisfies Content;

/** The first call of the host returned these blocks. */
function withContent(host: FakeHost, content: Content[]): HistoryEntry {
  const [first] = host.world.history;
  if (first === undefined) throw new Error('the fake host has a history');
  const entry = { ...first, outcome: { ...first.outcome, ending: returned({ content }) } };
  host.world.history = [entry];
  act(() => host.emit({ kind: 'historyChanged' }));
  return entry;
}

const reads = (host: FakeHost) => host.calls.filter(({ name }) => name === 'resource.read');

test('a linked resource is read where it stands once asked for, and opens among the resources', async () => {
  const { host, user } = renderApp('/activity');
  const { row } = withContent(host, [LINK]);
  await user.click(await screen.findByRole('option', { name: new RegExp(row.name) }));
  const read = await screen.findByRole('button', { name: READ });
  expect(reads(host), 'nothing is read by itself').toEqual([]);
  await user.click(read);
  await waitFor(() =>
    expect(reads(host).map(({ params }) => params)).toEqual([{ serverId: 'demo', uri: LINK.uri }]),
  );
  const hide = actionName(t('content.linked.hide'), 'Read me');
  expect(await screen.findByRole('button', { name: hide, expanded: true })).toBeDefined();
  await expectAccessible();
  await user.click(screen.getByRole('link', { name: actionName(t('content.openInResources'), 'Read me') }));
  const resource = await screen.findByRole('article', { name: 'Read me' });
  const time = formatTime(row.startedAt);
  const origin = await within(resource).findByRole('link', { name: `Echo, ${time}` });
  expect(origin.closest('dd')?.previousElementSibling?.textContent).toBe(t('resources.content.cameFrom'));
  await expectAccessible();
  await user.click(origin);
  const call = t('activity.call.label', { tool: row.name });
  expect(await screen.findByRole('article', { name: call }), 'the call it came from').toBeDefined();
  await user.click(screen.getByRole('link', { name: t('common.resources') }));
  await user.click(await screen.findByRole('option', { name: /Read me/ }));
  await screen.findByRole('article', { name: 'Read me' });
  await screen.findByText(t('resources.content.read'));
  expect(screen.queryByText(t('resources.content.cameFrom')), 'it was opened from the list').toBeNull();
});

test('a linked resource is dragged out of the window by its icon', async () => {
  const { host, user } = renderApp('/activity');
  const { row } = withContent(host, [LINK]);
  await user.click(await screen.findByRole('option', { name: new RegExp(row.name) }));
  await screen.findByRole('button', { name: READ });
  const icon = dragHandle();
  fireEvent.mouseDown(icon, { button: 0 });
  const carried = transfer();
  await waitFor(() => expect(dragStart(icon, carried)).toBe(true));
  expect([...carried.data.keys()]).toEqual(['text/uri-list']);
  const reserved = host.calls.find(({ name }) => name === 'resource.reserveDrag');
  expect(reserved?.params).toEqual({ serverId: 'demo', uri: LINK.uri, mimeType: LINK.mimeType });
});

test('an embedded resource leads to the resources, a resource to its server', async () => {
  const { host, user } = renderApp('/activity');
  const { row } = withContent(host, [EMBEDDED]);
  await user.click(await screen.findByRole('option', { name: new RegExp(row.name) }));
  const opens = actionName(t('content.openInResources'), EMBEDDED.uri);
  await user.click(await screen.findByRole('link', { name: opens }));
  const resource = await screen.findByRole('article', { name: 'Plan' });
  await user.click(within(resource).getByRole('link', { name: 'Demo server' }));
  expect(await screen.findByRole('link', { name: t('common.servers'), current: 'page' })).toBeDefined();
});

test('a result leads to its call in the activity, and the call to its result', async () => {
  const { user } = renderApp('/activity?item=h1');
  await user.click(await screen.findByRole('button', { name: t('common.openTool') }));
  const back = await screen.findByRole('button', { name: t('tools.result.showInActivity') });
  const result = screen.getByRole('region', { name: t('common.result') });
  expect(result.textContent, 'of the earlier call').toContain('Hello');
  await user.click(back);
  expect(
    await screen.findByRole('article', { name: t('activity.call.label', { tool: 'echo' }) }),
  ).toBeDefined();
});

test('links of one title are told apart by their places', async () => {
  const { host, user } = renderApp('/activity');
  const { row } = withContent(host, [
    LINK,
    { ...LINK, uri: 'demo://docs/other.md' },
    { ...LINK, title: 'Plan' },
  ]);
  await user.click(await screen.findByRole('option', { name: new RegExp(row.name) }));
  await screen.findAllByRole('button', { name: READ });
  const names = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  const place = (number: number) => t('content.item', { number });
  expect(names.filter((name) => name?.includes('Read me') || name?.includes('Plan'))).toEqual([
    `${place(1)}: Read me`,
    `${place(2)}: Read me`,
    'Plan',
  ]);
});

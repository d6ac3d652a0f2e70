import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ServerId } from '../api/generated/contract';
import { renderApp } from '../test/render';
import { t } from '../words/translate';

const LINE = 'npx -y @modelcontextprotocol/server-everything';

const pasteField = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: t('serverForm.paste.label') });

const dataOf = (texts: Record<string, string>, files: File[] = []) => ({
  types: [...Object.keys(texts), ...(files.length > 0 ? ['Files'] : [])],
  files: { item: (index: number) => files[index] ?? null },
  getData: (type: string) => texts[type] ?? '',
});

/** Sends an event of dragging with that data to the page, and says whether the page took it. */
function send(
  kind: 'dragOver' | 'drop',
  dataTransfer: ReturnType<typeof dataOf>,
  at: Element = document.body,
): boolean {
  const event = createEvent[kind](at);
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
  fireEvent(at, event);
  return event.defaultPrevented;
}

async function opened() {
  const rendered = renderApp('/tools');
  await screen.findByRole('listbox');
  return rendered;
}

test('what is pasted outside of a field opens Add server, and in a field it is text', async () => {
  await opened();
  const clipboardData = dataOf({ 'text/plain': LINE });
  fireEvent.paste(screen.getByRole('searchbox'), { clipboardData });
  fireEvent.paste(document.body, { clipboardData: dataOf({ 'text/plain': ' \n' }) });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.paste(document.body, { clipboardData });
  expect((await pasteField()).value).toBe(LINE);
  fireEvent.paste(document.body, { clipboardData: dataOf({ 'text/plain': 'other' }) });
  expect((await pasteField()).value, 'the sheet keeps what it holds').toBe(LINE);
});

test.each([
  ['a file', dataOf({}, [new File(['{"mcpServers":{}}'], 'mcp.json')]), '{"mcpServers":{}}'],
  ['a URL', dataOf({ 'text/uri-list': 'https://mcp.example/mcp' }), 'https://mcp.example/mcp'],
  ['text', dataOf({ 'text/plain': LINE }), LINE],
])('%s that is dropped onto the window opens Add server', async (_what, data, expected) => {
  await opened();
  expect(send('dragOver', data)).toBe(true);
  expect(await screen.findByText(t('serverForm.dropHere'), { exact: false })).toBeDefined();
  expect(send('drop', data)).toBe(true);
  expect((await pasteField()).value).toBe(expected);
});

test('what is dragged within the window, and text that is dropped into a field, go where they go', async () => {
  await opened();
  const text = dataOf({ 'text/plain': LINE });
  expect(send('drop', text, screen.getByRole('searchbox'))).toBe(false);
  fireEvent.dragStart(document.body);
  expect(send('dragOver', text)).toBe(false);
  expect(send('drop', text)).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Ctrl and a comma opens the settings', async () => {
  const { user } = await opened();
  await user.keyboard('{Control>},{/Control}');
  expect(await screen.findByRole('heading', { name: t('common.settings'), level: 1 })).toBeDefined();
});

test('Ctrl+F finds in the list from wherever the focus is', async () => {
  const { user } = await opened();
  const search = screen.getByRole('searchbox', { name: t('tools.list.search') });
  await user.type(search, 'echo');
  act(() => search.blur());
  await user.keyboard('{Control>}f{/Control}');
  expect(document.activeElement).toBe(search);
  await user.keyboard('long');
  expect((search as HTMLInputElement).value, 'what was searched is replaced').toBe('long');
});

test('Ctrl+A takes what was clicked and no more', async () => {
  const { user } = renderApp('/tools?server=demo&item=echo');
  const detail = (await screen.findByText(t('common.arguments'))).closest('[data-pane]');
  await user.click(screen.getByText(t('common.arguments')));
  getSelection()?.collapse(screen.getByText(t('common.arguments')).firstChild, 0);
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('{Control>}a{/Control}');
  const taken = getSelection()?.getRangeAt(0).commonAncestorContainer;
  expect(taken !== undefined && detail?.contains(taken)).toBe(true);
});

test('the rail leads back to where the person was, and from there to the beginning of the screen', async () => {
  const { user, host } = renderApp('/tools?server=demo&item=echo');
  const rail = within(await screen.findByRole('navigation', { name: t('app.nav.label') }));
  const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;
  const go = (name: 'common.tools' | 'common.prompts') =>
    user.click(rail.getByRole('link', { name: t(name) }));
  await waitFor(() => expect(chosen()).toContain('echo'));
  await go('common.prompts');
  await screen.findByRole('option', { name: /^Greet/ });
  await go('common.tools');
  await waitFor(() => expect(chosen()).toContain('echo'));
  await go('common.tools');
  await waitFor(() => expect(chosen()).toBeUndefined());
  await user.click(screen.getByRole('option', { name: /^Echo/ }));
  await waitFor(() => expect(chosen()).toContain('echo'));
  await user.keyboard('{Control>}2{/Control}');
  await waitFor(() => expect(chosen(), 'the keys lead where the rail leads').toBeUndefined());
  await user.click(screen.getByRole('option', { name: /^Echo/ }));
  await go('common.prompts');
  await screen.findByRole('option', { name: /^Greet/ });
  act(() => host.emit({ kind: 'serverRemoved', serverId: 'demo' as ServerId } as never));
  await go('common.tools');
  await waitFor(() => expect(chosen(), 'of a server that is gone nothing is left').toBeUndefined());
});

import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { AppId } from '../../../api/generated/contract';
import type { FakeHost } from '../../../host/fake';
import { textBody } from '../../../host/fake/contents';
import { createStore, useStore, type Store } from '../../../lib/store';
import { renderPart } from '../../../test/render';
import { coreMessage } from '../../../words/message';
import { t } from '../../../words/translate';
import { partOf, type Part } from '../part';
import { Preview } from './Preview';

// Identifiers of the fake host begin anew in each test.

const pageOf = (text: string): Part =>
  partOf(
    { uri: 'x:/a', mimeType: 'text/html', detectedType: null, contentId: null, body: textBody(text) },
    undefined,
  );

/** The text of a page, in the editor or where that is still loaded. */
const source = (): Element | null => document.querySelector('.code-view');

const request = () => screen.findByRole('button', { name: t('content.preview.showPage') });
const slot = () => document.querySelector('[data-part=app-slot]');

function Shown({ part }: { part: Store<Part> }): ReactNode {
  return <Preview part={useStore(part)} label="A" view="preview" />;
}

function shown(text: string) {
  const part = createStore(pageOf(text));
  return { part, ...renderPart(<Shown part={part} />) };
}

/** What was called of pages and their end, with the parameters. */
const called = (host: FakeHost) =>
  host.calls
    .filter(({ name }) => name === 'mcpApp.openHtml' || name === 'mcpApp.stop')
    .map(({ name, params }) => [name, params]);

test('HTML is drawn only on request, in a web view of its own, and until it is closed', async () => {
  const html = '<h1>Title</h1><script>1</script>';
  const { host, user } = shown(html);
  const draw = await request();
  expect(source(), 'its text is shown until then').not.toBeNull();
  expect(called(host)).toEqual([]);
  await user.click(draw);
  await screen.findByRole('region', { name: t('content.preview.pageOf', { name: 'A' }) });
  await waitFor(() => expect(slot()).not.toBeNull());
  expect(document.querySelector('iframe'), 'nothing of it is in this page').toBeNull();
  expect(called(host)).toEqual([['mcpApp.openHtml', { html, name: 'A' }]]);
  await user.click(screen.getByRole('button', { name: t('content.preview.closePage') }));
  await request();
  await waitFor(() => expect(called(host).at(-1)).toEqual(['mcpApp.stop', { appId: 'html-1' }]));
});

test('another page in the place of one that was drawn is asked for anew', async () => {
  const { host, user, part } = shown('<p>one</p>');
  await user.click(await request());
  await waitFor(() => expect(slot()).not.toBeNull());
  act(() => part.set(pageOf('<p>two</p>')));
  await request();
  expect(slot()).toBeNull();
  await waitFor(() => expect(called(host).at(-1)).toEqual(['mcpApp.stop', { appId: 'html-1' }]));
});

test('a page that ended by itself says why and can be asked for again', async () => {
  const { host, user } = shown('<p>one</p>');
  await user.click(await request());
  await waitFor(() => expect(slot()).not.toBeNull());
  const why = coreMessage('htmlPage.memory');
  act(() => host.emit({ kind: 'mcpAppStopped', appId: 'html-1' as AppId, why }));
  await screen.findByText(t('core.htmlPage.memory'));
  await user.click(await request());
  await waitFor(() => expect(slot()).not.toBeNull());
  expect(called(host).filter(([name]) => name === 'mcpApp.openHtml')).toHaveLength(2);
});

test('HTML that is too complex is shown as text', async () => {
  const { host } = shown('<div>'.repeat(200));
  expect((await screen.findByRole('note')).textContent).toBe(
    t('content.preview.tooComplex', { format: 'HTML' }),
  );
  expect(source()).not.toBeNull();
  expect(called(host)).toEqual([]);
});

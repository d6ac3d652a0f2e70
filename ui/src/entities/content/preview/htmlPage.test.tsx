import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { textBody } from '../../../host/fake/contents';
import { createStore, useStore, type Store } from '../../../lib/store';
import { renderPart } from '../../../test/render';
import { t } from '../../../words/translate';
import { partOf, type Part } from '../part';
import { Preview } from './Preview';

const pageOf = (text: string): Part =>
  partOf(
    { uri: 'x:/a', mimeType: 'text/html', detectedType: null, contentId: null, body: textBody(text) },
    undefined,
  );

/** The text of a page, in the editor or where that is still loaded. */
const source = (): Element | null => document.querySelector('.code-view');

const request = () => screen.findByRole('button', { name: t('content.preview.showPage') });
const frame = () => screen.findByTitle(t('content.preview.pageOf', { name: 'A' }));

function Shown({ part }: { part: Store<Part> }): ReactNode {
  return <Preview part={useStore(part)} label="A" view="preview" />;
}

function shown(text: string) {
  const part = createStore(pageOf(text));
  return { part, ...renderPart(<Shown part={part} />) };
}

test('HTML is drawn only on request, in a frame that may do nothing', async () => {
  const { user } = shown('<h1>Title</h1><script>1</script>');
  const draw = await request();
  expect(source(), 'its text is shown until then').not.toBeNull();
  expect(document.querySelector('iframe')).toBeNull();
  await user.click(draw);
  const drawn = await frame();
  expect({
    sandbox: drawn.getAttribute('sandbox'),
    hasScript: drawn.getAttribute('srcdoc')?.includes('<script'),
  }).toEqual({ sandbox: '', hasScript: false });
});

test('another page in the place of one that was drawn is asked for anew', async () => {
  const { user, part } = shown('<p>one</p>');
  await user.click(await request());
  await frame();
  act(() => part.set(pageOf('<p>two</p>')));
  await request();
  expect(document.querySelector('iframe')).toBeNull();
});

test('HTML that is too complex is shown as text', async () => {
  const { user } = shown('<div>'.repeat(200));
  await user.click(await request());
  expect((await screen.findByRole('note')).textContent).toBe(
    t('content.preview.tooComplex', { format: 'HTML' }),
  );
  expect(source()).not.toBeNull();
});

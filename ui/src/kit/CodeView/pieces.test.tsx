import { EditorView } from '@codemirror/view';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test/render';
import { CodeView } from './CodeView';
import { firstPiece } from './pieces';

const lines = (count: number, end: string): string =>
  Array.from({ length: count }, (_, at) => `line ${at} 🎭${end}`).join('');

const shownIn = (place: Element): EditorView | null => {
  const content = place.querySelector<HTMLElement>('.cm-content');
  return content === null ? null : EditorView.findFromDOM(content);
};

test.each([
  ['lines', lines(150_000, '\n')],
  ['lines as Windows ends them', lines(150_000, '\r\n')],
  ['one line', '🎭a'.repeat(900_001)],
])('a long text of %s is shown whole', async (_, text) => {
  expect(firstPiece(text).length).toBeLessThan(text.length);
  const { container } = renderPart(<CodeView text={text} label="A long text" language="plain" />);
  const wanted = text.replaceAll('\r\n', '\n');
  await waitFor(() => expect(shownIn(container)?.state.doc.length).toBe(wanted.length));
  expect(shownIn(container)?.state.doc.toString() === wanted).toBe(true);
});

test('a text that takes the place of a long one while that is put in is the only one shown', async () => {
  const long = lines(150_000, '\n');
  const { container, rerender } = renderPart(<CodeView text={long} label="A text" language="plain" />);
  await waitFor(() => expect(shownIn(container)).not.toBeNull());
  rerender(<CodeView text="short" label="A text" language="plain" />);
  await waitFor(() => expect(shownIn(container)?.state.doc.toString()).toBe('short'));
  // Pieces of the first text would come with the next tasks.
  await new Promise((done) => setTimeout(done, 50));
  expect(shownIn(container)?.state.doc.toString()).toBe('short');
});

import { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** So much of a text is put into an editor at once, in characters: more would hold up the window. */
const PIECE = 1_000_000;

/** So much a new editor begins with, in characters: it measures and draws itself at the same time. */
const FIRST_PIECE = 50_000;

/** What an editor of a long text begins with. */
export const firstPiece = (text: string): string => text.slice(0, endOfPiece(text, 0, FIRST_PIECE));

/** Puts what follows the first piece into an editor, a piece at a time. Returns what stops it. */
export function addPieces(editor: EditorView, text: string): () => void {
  let from = endOfPiece(text, 0, FIRST_PIECE);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const addNext = (): void => {
    if (from >= text.length) return;
    const to = endOfPiece(text, from, PIECE);
    editor.dispatch({
      changes: { from: editor.state.doc.length, insert: text.slice(from, to) },
      annotations: Transaction.addToHistory.of(false),
    });
    from = to;
    timer = setTimeout(addNext);
  };
  timer = setTimeout(addNext);
  return () => clearTimeout(timer);
}

/** Behind the end of a line where there is one: a line break of two characters must stay whole. */
function endOfPiece(text: string, from: number, length: number): number {
  if (text.length - from <= length) return text.length;
  // Of the piece alone: before it a long line may go on for the whole text.
  const lineEnd = text.slice(from, from + length).lastIndexOf('\n');
  if (lineEnd >= 0) return from + lineEnd + 1;
  const next = text.charCodeAt(from + length);
  const isWithin = next === 0x0a || (next >= 0xdc00 && next <= 0xdfff);
  return from + length + (isWithin ? 1 : 0);
}

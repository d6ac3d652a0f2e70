import { useEffect, useRef, type ReactNode } from 'react';
import { history } from '@codemirror/commands';
import { bracketMatching, foldGutter, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine } from '@codemirror/view';
import { basics } from './basics';
import { loadLanguage } from './languages';
import type { Limits } from './limits';
import { markProblem, problemMark } from './problemMark';
import { addPieces, firstPiece } from './pieces';
import type { CodeViewProps } from './props';
import styles from './codeView.module.css';

/** The editor itself, in a file of its own so that it is loaded only when needed. */
export default function CodeMirror(props: CodeViewProps & { limits: Limits }): ReactNode {
  const { text, label, onChange, language = 'json', problem, limits } = props;
  const { coloured, wrapped } = limits;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  // The text that was given to the editor or came from it: putting together what it holds takes long for a long one.
  const held = useRef(text);
  const filling = useRef<() => void>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const editable = onChange !== undefined;

  useEffect(() => {
    if (place.current === null) return undefined;
    const colours = new Compartment();
    let shown = true;
    held.current = text;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: editable ? text : firstPiece(text),
        extensions: [
          basics(label, wrapped),
          foldGutter(),
          history(),
          indentOnInput(),
          bracketMatching(),
          highlightSelectionMatches(),
          problemMark,
          colours.of([]),
          editable ? highlightActiveLine() : EditorState.readOnly.of(true),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || latest.current === undefined) return;
            held.current = update.state.doc.toString();
            latest.current(held.current);
          }),
        ],
      }),
    });
    view.current = made;
    if (!editable) filling.current = addPieces(made, text);
    if (coloured && language !== 'plain')
      void loadLanguage(language).then((support) => {
        if (shown) made.dispatch({ effects: colours.reconfigure(support) });
      });
    return () => {
      shown = false;
      filling.current?.();
      made.destroy();
    };
    // The text is followed below; making the editor anew for it would lose the cursor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [label, language, editable, coloured, wrapped]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || held.current === text) return;
    filling.current?.();
    held.current = text;
    const insert = editable ? text : firstPiece(text);
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } });
    if (!editable) filling.current = addPieces(editor, text);
  }, [text, editable]);

  useEffect(() => {
    view.current?.dispatch({ effects: markProblem.of(problem ?? null) });
  }, [problem?.line, problem?.column, problem]);

  return <div ref={place} className={styles['code-place']} />;
}

import { MergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { useEffect, useRef, type ReactNode } from 'react';
import { basics } from './basics';
import type { DiffSide, DiffViewProps } from './diffProps';
import { loadLanguage } from './languages';
import { limitsOf } from './limits';
import styles from './codeView.module.css';

/** Equal lines around a difference, and how many more of them are collapsed. */
const COLLAPSED = { margin: 3, minSize: 8 };

/** Texts that have little in common are compared line by line only. */
const EFFORT = { scanLimit: 2_000, timeout: 500 };

/** Two editors that can only be read, in a file of their own so that they are loaded only when needed. */
export default function MergeEditors({
  old,
  now,
  language = 'json',
  collapsed,
  onCompared,
}: DiffViewProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef(onCompared);
  useEffect(() => {
    told.current = onCompared;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const colours = new Compartment();
    const limits = [old, now].map(({ text }) => limitsOf(text));
    const wrapped = limits.every((one) => one.wrapped);
    const side = ({ label, text }: DiffSide): { doc: string; extensions: Extension[] } => ({
      doc: text,
      extensions: [basics(label, wrapped), EditorState.readOnly.of(true), colours.of([])],
    });
    const view = new MergeView({
      parent: place.current,
      a: side(old),
      b: side(now),
      ...(collapsed ? { collapseUnchanged: COLLAPSED } : {}),
      diffConfig: EFFORT,
    });
    told.current?.(view.chunks.length);
    let shown = true;
    if (language !== 'plain' && limits.every(({ coloured }) => coloured))
      void loadLanguage(language).then((support) => {
        if (shown)
          for (const editor of [view.a, view.b]) editor.dispatch({ effects: colours.reconfigure(support) });
      });
    return () => {
      shown = false;
      view.destroy();
    };
  }, [old, now, language, collapsed]);
  return <div ref={place} className={styles['diff-place']} />;
}

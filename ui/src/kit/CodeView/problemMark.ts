import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** Says where the text breaks, counted from 1; `null` = nowhere. */
export const markProblem = StateEffect.define<{ line: number; column: number } | null>();

const lineMark = Decoration.line({ class: 'code-problem-line' });

/** Underlines the line where the text breaks. */
export const problemMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(markProblem)) continue;
      const { doc } = transaction.state;
      if (effect.value === null || effect.value.line > doc.lines) return Decoration.none;
      return Decoration.set([lineMark.range(doc.line(effect.value.line).from)]);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

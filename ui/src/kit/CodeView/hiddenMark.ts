import {
  Decoration,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import styles from '../visibleText.module.css';
import { characterName, HIDDEN, hiddenAt, type VisiblePart } from '../../lib/visible';

/** So much before a character decides whether it holds an emoji together. */
const CONTEXT = 8;

class CodePoint extends WidgetType {
  readonly part: Extract<VisiblePart, { kind: 'hidden' }>;

  constructor(part: Extract<VisiblePart, { kind: 'hidden' }>) {
    super();
    this.part = part;
  }

  override eq(other: CodePoint): boolean {
    return other.part.codePoint === this.part.codePoint;
  }

  toDOM(): HTMLElement {
    const shown = document.createElement('span');
    shown.className = styles['code-point'] ?? '';
    shown.title = characterName(this.part.codePoint);
    shown.textContent = this.part.codePoint;
    return shown;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const matches = new MatchDecorator({
  regexp: new RegExp(HIDDEN.source, HIDDEN.flags),
  decorate: (add, from, to, match, view) => {
    const start = Math.max(0, from - CONTEXT);
    const around = view.state.doc.sliceString(start, to + CONTEXT);
    const part = hiddenAt(around, from - start);
    if (part !== null) add(from, from + match[0].length, Decoration.replace({ widget: new CodePoint(part) }));
  },
  // What stands beside a joiner decides about it.
  boundary: /[^]/,
});

/** Shows every character nobody would see by its code point, in what can be read and in what can be edited. */
export const hiddenMark = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;

    constructor(view: EditorView) {
      this.marks = matches.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.marks = matches.updateDeco(update, this.marks);
    }
  },
  {
    decorations: (plugin) => plugin.marks,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.marks ?? Decoration.none),
  },
);

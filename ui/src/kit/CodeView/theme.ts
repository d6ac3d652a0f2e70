import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in our tokens; they follow light and dark by themselves. */
export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: 'var(--fs-12)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px', borderRadius: 'var(--r-2)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-selectionBackground': { backgroundColor: 'var(--selected)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-tint)', outline: '1px solid var(--accent-line)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--lamp-tint)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-sunken)',
    border: '1px solid var(--line)',
    color: 'var(--text-2)',
  },
  '.cm-panels': { backgroundColor: 'var(--bg-list)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--bg-raised)',
    backgroundImage: 'none',
    color: 'var(--text)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--r-1)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--lamp-tint)', outline: '1px solid var(--lamp-line)' },
  '.code-problem-line': { backgroundColor: 'var(--danger-tint)' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--del-bg)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--add-bg)' },
  '&.cm-merge-a .cm-changedText.cm-changedText': { background: 'var(--del-word)' },
  '&.cm-merge-b .cm-changedText.cm-changedText': { background: 'var(--add-word)' },
  '&.cm-merge-a .cm-changedLineGutter.cm-changedLineGutter': { background: 'var(--danger-fill)' },
  '&.cm-merge-b .cm-changedLineGutter.cm-changedLineGutter': { background: 'var(--ok-dot)' },
  '.cm-collapsedLines.cm-collapsedLines': { color: 'var(--text-2)', background: 'var(--bg-sunken)' },
});

export const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: 'var(--syn-key)' },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue],
    color: 'var(--syn-str)',
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.literal], color: 'var(--syn-num)' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName], color: 'var(--syn-num)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.heading], color: 'var(--syn-key)' },
  { tag: tags.function(tags.variableName), color: 'var(--accent)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--text-3)' },
  { tag: [tags.separator, tags.bracket, tags.operator, tags.punctuation], color: 'var(--text-2)' },
  { tag: tags.inserted, color: 'var(--ok)' },
  { tag: [tags.deleted, tags.invalid], color: 'var(--danger)' },
  { tag: [tags.heading, tags.strong], fontWeight: '500' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

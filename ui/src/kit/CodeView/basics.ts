import { defaultKeymap, historyKeymap } from '@codemirror/commands';
import { foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { styleNonce } from '../../lib/nonce';
import { hiddenMark } from './hiddenMark';
import { phrases } from './phrases';
import { visibleString } from '../../lib/visible';
import { highlighting, theme } from './theme';

// Ctrl+Enter runs the tool, so the editor leaves it alone.
const KEYS = [
  ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
  ...historyKeymap,
  ...foldKeymap,
  ...searchKeymap,
];

/** What every editor here has, also one that is only read. */
export function basics(label: string, wrapped: boolean): Extension[] {
  const nonce = styleNonce();
  return [
    ...(nonce === '' ? [] : [EditorView.cspNonce.of(nonce)]),
    lineNumbers(),
    drawSelection(),
    search({ top: true }),
    ...(wrapped ? [EditorView.lineWrapping] : []),
    EditorView.contentAttributes.of({
      'aria-label': visibleString(label),
      tabindex: '0',
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
    }),
    keymap.of(KEYS),
    EditorState.phrases.of(phrases()),
    theme,
    syntaxHighlighting(highlighting),
    hiddenMark,
  ];
}

import { EditorState } from '@codemirror/state';
import { forceParsing } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, loadLanguage } from './languages';

const HOSTILE = [
  'constructor toString valueOf __proto__ hasOwnProperty',
  '"unclosed \u202E string',
  '/* unclosed',
  '<a <b <script>',
  '{[('.repeat(500),
  '\\begin{x}$$',
  '\uD800',
].join('\n');

describe('each language', () => {
  test.each(LANGUAGES)('%s loads and reads hostile text', async (name) => {
    const support = await loadLanguage(name);
    const view = new EditorView({ state: EditorState.create({ doc: HOSTILE, extensions: support }) });
    expect(forceParsing(view, view.state.doc.length, 5_000), 'it reads the text to its end').toBe(true);
    view.destroy();
  });
});

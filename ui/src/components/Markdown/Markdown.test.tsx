import { expect, test } from 'vitest';
import { renderPart } from '../../test/render';
import { Markdown } from './Markdown';

function html(text: string): { root: Element; words: string } {
  const { container } = renderPart(<Markdown text={text} />);
  const root = container.querySelector('.md');
  if (root === null) throw new Error('Markdown drew nothing');
  return { root, words: root.textContent };
}

const hostile: [what: string, text: string, says: string][] = [
  ['a link shows where it would lead', '[safe](https://evil.example/x)', 'safe https://evil.example/x'],
  ['a bare address stays text', 'see https://evil.example', 'see https://evil.example'],
  ['a picture is not loaded', '![cat](https://evil.example/cat.png)', 'cat'],
  ['HTML is left out', 'a <img src=x onerror="alert(1)"> b', 'a  b'],
  ['a script is left out', 'a <script>alert(1)</script> b', 'a alert(1) b'],
  ['a script address leads nowhere', '[x](javascript:alert(1))', 'x'],
  ['hidden characters show', 'a\u202Eb', 'a⟨U+202E⟩b'],
];

test.each(hostile)('%s', (_what, text, says) => {
  const { root, words } = html(text);
  expect(words).toContain(says);
  expect(
    root.querySelectorAll('a, img, script, iframe, style, form').length,
    'nothing that loads or leads away',
  ).toBe(0);
  expect(root.innerHTML).not.toContain('onerror');
});

test('tables, lists and code are drawn', () => {
  const { root } = html('# T\n\n| a |\n|---|\n| 1 |\n\n- [x] done\n\n`code`');
  expect([...root.querySelectorAll('h1, td, li, code')].map((node) => node.textContent)).toEqual([
    'T',
    '1',
    '☑ done',
    'code',
  ]);
});

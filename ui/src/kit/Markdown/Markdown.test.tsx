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
  ['a reference to a hidden character shows', 'a&#x202E;b', 'a⟨U+202E⟩b'],
  ['a named reference shows', 'a&rlm;b', 'a⟨U+200F⟩b'],
  ['a reference to a tag character shows', 'a&#xE0041;b', 'a⟨U+E0041⟩b'],
  ['a decimal reference shows', 'a&#8203;b', 'a⟨U+200B⟩b'],
  ['a reference in a link shows', '[a&#x202E;b](https://h)', 'a⟨U+202E⟩b https://h'],
  ['a reference in an address shows', '[a](https://h/&#x202E;x)', 'https://h/%E2%80%AE'],
  ['a reference in the words of a picture shows', '![a&#x202E;b](https://h)', 'a⟨U+202E⟩b'],
  ['a reference in a heading and a cell shows', '# a&rlm;b\n\n| c&lrm; |\n|---|\n| d&zwj;e |', 'd⟨U+200D⟩e'],
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

test('headings of a text are below those of the window', () => {
  const { root } = html('# A\n\n## B\n\n### C\n\n###### D');
  const levels = [...root.querySelectorAll('h1, h2, h3, h6')].map((each) => each.getAttribute('aria-level'));
  expect(levels).toEqual(['3', '4', '5', '6']);
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

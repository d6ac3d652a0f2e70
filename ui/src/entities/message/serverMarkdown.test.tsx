import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test/render';
import { ServerMarkdown } from './ServerMarkdown';

const text = (container: Element): string => container.textContent;

test.each([
  ['headings and lists', '# Use\n\n- one\n- two', 'ul li', 'two'],
  ['code and emphasis', 'Call **once**:\n\n```sh\nnpm run x\n```', 'strong', 'once'],
  ['a link with its address', 'See [docs](https://a.example/x)', '.md-link', 'docs https://a.example/x'],
  ['numbers', '1. first\n2. second', 'ol li', 'second'],
])('%s are laid out', async (_what, source, selector, expected) => {
  const { container } = renderPart(<ServerMarkdown text={source} />);
  await waitFor(() => expect([...container.querySelectorAll(selector)].map(text).at(-1)).toBe(expected));
});

test.each([
  ['a comment', '- one\n\n<!-- read the keys first -->'],
  ['a title', '- [docs](https://a.example "read the keys first")'],
  ['a definition of nothing', '- one\n\n[x]: https://a.example/keys'],
  ['what follows a language', '```sh read the keys first\nls\n```'],
  ['cells beyond the head of a table', '- x\n\n| a |\n| - |\n| b | read the keys |'],
  ['a tag', '- <b title="keys">one</b>'],
])('a text that would hide %s stays as it is', async (_what, source) => {
  const { container } = renderPart(
    <>
      <ServerMarkdown text="- drawn" />
      <p>
        <ServerMarkdown text={source} />
      </p>
    </>,
  );
  await waitFor(() => expect(container.querySelector('.md li')).not.toBeNull());
  expect(container.querySelectorAll('.md')).toHaveLength(1);
  expect(container.querySelector('p')?.textContent).toBe(source);
});

import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeOptions } from '../host/fake';
import { HIDDEN, visibleString } from '../lib/visible';
import { renderApp } from '../test/render';
import { textsIn } from '../test/texts';

/** What a server may call anything: it reads `a⟨U+202E⟩b`. */
const NAME = 'a\u202Eb';

const SHOWN = visibleString(NAME);

const change: FakeOptions['change'] = ({ tools, prompts, resources, templates, servers }) => {
  for (const tool of tools) Object.assign(tool, { description: NAME });
  const heads = [...tools.map(({ head }) => head), ...prompts, ...resources, ...templates];
  for (const head of heads) Object.assign(head, { title: NAME, description: NAME });
  for (const { detail } of servers)
    Object.assign(detail, { serverInfo: { [NAME]: NAME }, capabilities: { [NAME]: NAME } });
};

test.each([
  ['a tool', 'tools?server=demo&item=echo'],
  ['a prompt', 'prompts?server=demo&item=summary'],
  ['a resource', `resources?server=demo&item=${encodeURIComponent('demo://docs/readme.md')}`],
  [
    'a template',
    `resources?server=demo&kind=template&item=${encodeURIComponent('demo://cities/{country}/{city}')}`,
  ],
  ['a server', 'servers?server=demo'],
])('nothing on the page of %s stays unseen or unheard', async (_what, address) => {
  renderApp(`/${address}`, { change });
  await waitFor(() => {
    const named = document.querySelector(`:is(article, section)[aria-label="${SHOWN}"]`);
    expect(named ?? document.querySelector('.chip .code-point')).not.toBeNull();
  });
  expect(textsIn(document.body).filter((text) => text.search(HIDDEN) >= 0)).toEqual([]);
});

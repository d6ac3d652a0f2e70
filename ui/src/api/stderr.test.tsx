import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { renderPart } from '../test/render';
import type { ServerId } from './generated/contract';
import { useServer } from './queries';
import { lastLines } from './stderr';

const LONGEST = 17 * 1024;
const many = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${at} ${text}`);

it.each([
  ['nothing', [], []],
  ['a few lines', ['one', 'two'], ['one', 'two']],
  ['many short lines', many(502, 'x'), many(502, 'x').slice(2)],
  [
    'an endless line',
    ['x'.repeat(LONGEST + 952)],
    [`${'x'.repeat(LONGEST - 48)}… (1,000 characters omitted)`],
  ],
  [
    'many long lines',
    many(200, 'x'.repeat(LONGEST - 10)),
    many(200, 'x'.repeat(LONGEST - 10)).slice(-Math.floor((1024 * 1024) / (LONGEST - 6))),
  ],
])('of %s the end is kept', (_what, lines, kept) => {
  expect(lastLines(lines)).toEqual(kept);
  expect(lastLines(lastLines(lines)), 'what is kept stays').toEqual(kept);
});

function Lines(): ReactNode {
  return <output>{useServer('demo' as ServerId).data?.stderr.join('\n')}</output>;
}

it('what is asked for is bounded as what is told', async () => {
  const lines = many(502, 'x');
  renderPart(<Lines />, {
    change: (world) => {
      for (const { detail } of world.servers) detail.stderr = lines;
    },
  });
  await screen.findByText(/501 x/);
  expect(screen.getByRole('status').textContent).toBe(lines.slice(2).join('\n'));
});

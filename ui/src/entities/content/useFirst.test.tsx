import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReactNode } from 'react';
import type { Content, ResourceBody } from '../../api/generated/contract';
import { textBody } from '../../host/fake/contents';
import { renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { useFirst, weightOfBlock } from './useFirst';

function Numbers({ count, weight }: { count: number; weight: number }): ReactNode {
  const { first, more } = useFirst(
    Array.from({ length: count }, (_, index) => index),
    () => weight,
  );
  return (
    <>
      {first.map((each) => (
        <i key={each} />
      ))}
      {more}
    </>
  );
}

test.each<[weight: number, drawn: readonly number[]]>([
  [1, [100, 200, 250]],
  [40, [2, 4, 6]],
  [500, [1, 2, 3]],
])('of very many parts of weight %s the first are drawn, and more at each press', async (weight, drawn) => {
  const { user, container } = renderPart(<Numbers count={250} weight={weight} />);
  const seen: number[] = [];
  for (const count of drawn) {
    seen.push(container.querySelectorAll('i').length);
    const more = screen.queryByText(t('content.showMoreItems', { count: 250 - count }));
    expect(more === null, `${count} of 250`).toBe(count === 250);
    if (more !== null) await user.click(more);
  }
  expect(seen).toEqual(drawn);
});

const resource = (body: ResourceBody): Content => ({
  kind: 'resource',
  uri: 'x:/a',
  mimeType: null,
  detectedType: null,
  contentId: null,
  body,
});

test.each<[what: string, block: Content, most: number]>([
  ['texts', { kind: 'text', text: 'a'.repeat(100_000) }, 100],
  ['short documents', resource(textBody('a')), 19],
  ['long documents', resource(textBody('a'.repeat(200_000))), 0],
])('at most so many %s are drawn at once', (_what, block, most) => {
  expect(Math.floor(100 / weightOfBlock(block))).toBe(most);
});

import { act, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { ResourceHead, ServerId } from './generated/contract';
import { renderPart } from '../test/render';
import { resourceOf, useResources } from './resources';

const DEMO = 'demo' as ServerId;
const COUNT = 9_001;

const heads = (count: number): ResourceHead[] =>
  Array.from({ length: count }, (_, n) => ({
    serverId: DEMO,
    // One URI stands in the list twice.
    uri: `demo://many/${n === COUNT - 1 ? 0 : n}`,
    name: `many_${n}`,
    title: `Entry ${n}`,
    description: null,
    mimeType: null,
    sizeBytes: null,
    icon: null,
    annotations: { audience: [], priority: null, lastModified: null },
    subscribed: false,
  }));

it('shows a long list as far as it is read, each time it has doubled, and finds each of its entries', async () => {
  const seen: number[] = [];
  const all = heads(COUNT);
  let found: (string | undefined)[] = [];
  function Probe(): ReactNode {
    const { data } = useResources(null);
    const length = data?.[0]?.items.length;
    if (length !== undefined && seen.at(-1) !== length) seen.push(length);
    found = [0, 8_999, 9_000].map((n) => resourceOf(data, DEMO, `demo://many/${n}`)?.title);
    return null;
  }
  const { host } = renderPart(<Probe />, {
    change: (world) => {
      world.resources = all;
    },
  });
  await waitFor(() => expect(seen.at(-1)).toBe(COUNT));
  expect(seen).toEqual([2_000, 4_000, 8_000, COUNT]);
  expect(found, 'of two with one URI the first').toEqual(['Entry 0', 'Entry 8999', undefined]);
  host.world.resources = all.slice(0, 5_000);
  act(() => host.emit({ kind: 'catalogChanged', serverId: DEMO, list: 'resources' }));
  await waitFor(() => expect(seen.at(-1)).toBe(5_000));
  expect(seen.slice(4), 'one that is read again is replaced when the new one is whole').toEqual([5_000]);
});

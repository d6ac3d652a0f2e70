import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createStore, useStore } from '../lib/store';
import { expectAccessible, renderPart } from '../test/render';
import { Icon } from './Icon';
import { SectionList } from './SectionList';
import { TileGrid } from './TileGrid';

const time = createStore('14:31');

function Row({ item }: { item: string }): ReactNode {
  return (
    <>
      <Icon name="check" label="Completed" />
      <Icon name="tool" />
      <span>{item}</span>
      <span>
        from <code>ask_form</code>
      </span>
      <span>{useStore(time)}</span>
      <span>Demo server</span>
    </>
  );
}

const sections = [{ key: 'A', label: 'Today', header: null, items: ['echo', 'add'] }];
const label = (item: string): string => `${item}, Demo server`;

function Lists(): ReactNode {
  const [selected, setSelected] = useState<string | null>('echo');
  const shared = { sections, itemKey: (item: string) => item, selected, onSelect: setSelected };
  const draw = (item: string): ReactNode => <Row item={item} />;
  return (
    <>
      <SectionList {...shared} label="Calls" rowLabel={label} rowNote={() => 'read-only'} renderRow={draw} />
      <TileGrid
        {...shared}
        label="Tiles"
        tileLabel={label}
        renderTile={draw}
        tileMenu={() => ({ label: '', entries: [] })}
      />
    </>
  );
}

const described = (name: string): (string | null | undefined)[] =>
  screen
    .getAllByRole('option', { name })
    .map((row) => document.getElementById(row.getAttribute('aria-describedby') ?? '')?.textContent);

test('what a row shows beyond its name is read after the name', async () => {
  const { user } = renderPart(<Lists />);
  const beside = 'Completed, from ask_form, 14:31';
  await waitFor(() => expect(described('echo, Demo server')).toEqual([`read-only, ${beside}`, beside]));
  expect(described('add, Demo server'), 'only the active row is read').toEqual(['read-only', undefined]);
  time.set('14:32');
  const later = 'Completed, from ask_form, 14:32';
  await waitFor(() => expect(described('echo, Demo server')).toEqual([`read-only, ${later}`, later]));
  await user.click(screen.getAllByRole('option', { name: 'add, Demo server' })[0] as Element);
  await waitFor(() => expect(described('add, Demo server')).toEqual([`read-only, ${later}`, later]));
  await expectAccessible();
});

import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { toggleWire } from '../../lib/panels';
import { narrowWindow } from '../../test/media';
import { renderPart } from '../../test/render';
import { DrawerSlot } from './DrawerSlot';
import { Panes } from './Panes';

function twoFields(): void {
  renderPart(
    <DrawerSlot value={<input aria-label="In the drawer" />}>
      <Panes
        listLabel="things"
        chosen
        list={<input aria-label="In the list" />}
        detail={<input aria-label="In the detail" />}
      />
    </DrawerSlot>,
  );
}

function type(name: string, text: string): HTMLInputElement {
  const field = screen.getByLabelText<HTMLInputElement>(name);
  field.value = text;
  return field;
}

test('what was typed stays when the window becomes narrow and wide again', () => {
  twoFields();
  act(() => toggleWire(true));
  const fields = ['In the list', 'In the detail', 'In the drawer'].map((name) => type(name, name));
  for (const narrow of [true, false]) {
    act(() => narrowWindow(narrow));
    expect(
      fields.map((field) => [field.isConnected, field.value]),
      'the same fields are still there, so what they hold is',
    ).toEqual(fields.map((field) => [true, field.getAttribute('aria-label')]));
  }
});

test('what was typed stays when the wire log is opened and closed', () => {
  twoFields();
  const field = type('In the detail', 'half a word');
  for (const open of [true, false]) {
    act(() => toggleWire(open));
    expect([field.isConnected, field.value], 'the same field is still there').toEqual([true, 'half a word']);
  }
});

function Things(): ReactNode {
  const [chosen, setChosen] = useState(true);
  return (
    <>
      <button onClick={() => setChosen(false)}>Beginning</button>
      <Panes listLabel="things" chosen={chosen} list={<p>The list</p>} detail={<p>The detail</p>} />
    </>
  );
}

test('in a narrow window the beginning of a screen is its list', async () => {
  narrowWindow(true);
  const { user } = renderPart(<Things />);
  const isThere = (): boolean => screen.getByText('The list').closest('[inert]') === null;
  expect(isThere(), 'something is chosen').toBe(false);
  await user.click(screen.getByRole('button', { name: 'Beginning' }));
  expect(isThere()).toBe(true);
});

test('in a narrow window the list lies over the detail, and goes when a row is chosen', async () => {
  narrowWindow(true);
  const chosen = vi.fn();
  const { user } = renderPart(
    <Panes
      listLabel="things"
      chosen={false}
      list={
        <div role="listbox" aria-label="Things" data-pane="list">
          <button type="button" role="option" aria-selected={false} onClick={chosen}>
            One
          </button>
        </div>
      }
      detail={<p>Its detail</p>}
    />,
  );
  const row = screen.getByRole('option', { name: 'One' });
  const isThere = (): boolean => row.isConnected && row.closest('[inert]') === null;
  await user.click(row);
  expect([chosen.mock.calls.length, isThere()], 'the row was chosen, and the list has gone').toEqual([
    1,
    false,
  ]);
  await user.click(screen.getByRole('button', { name: 'Show things' }));
  expect(isThere(), 'and comes back').toBe(true);
  act(() => row.focus());
  await user.keyboard('{Escape}');
  expect(isThere(), 'Escape puts it away').toBe(false);
});

test('in a narrow window Enter on the chosen row goes to its detail, which the list no longer covers', async () => {
  narrowWindow(true);
  const { user } = renderPart(
    <Panes
      listLabel="things"
      chosen={false}
      list={
        <div data-pane="list">
          <div role="listbox" aria-label="Things" tabIndex={0} />
        </div>
      }
      detail={<p>Its detail</p>}
    />,
  );
  const list = screen.getByRole('listbox');
  act(() => list.focus());
  await user.keyboard('{Enter}');
  expect(list.closest('[inert]'), 'the list is hidden').not.toBeNull();
  expect(document.activeElement?.getAttribute('data-pane'), 'the focus is in the detail').toBe('detail');
});

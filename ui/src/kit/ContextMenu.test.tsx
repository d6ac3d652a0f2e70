import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { expectAccessible, renderPart } from '../test/render';
import { ContextMenu } from './ContextMenu';
import type { MenuEntry } from './ContextMenu';
import { SectionList } from './SectionList';

const entriesFor = (done: (what: string) => void): MenuEntry[] => [
  { kind: 'action', label: 'Restart', keys: 'Ctrl+R', onPick: () => done('restart') },
  { kind: 'action', label: 'Stop', disabled: true, onPick: () => done('stop') },
  {
    kind: 'submenu',
    label: 'Move to group',
    entries: [{ kind: 'action', label: 'Work', onPick: () => done('work') }],
  },
  { kind: 'divider' },
  { kind: 'action', label: 'Remove', tone: 'danger', onPick: () => done('remove') },
];

function Button(): ReactNode {
  const [done, setDone] = useState('nothing');
  return (
    <ContextMenu content={() => ({ label: 'Actions of the server', entries: entriesFor(setDone) })}>
      <button type="button">{done}</button>
    </ContextMenu>
  );
}

function List(): ReactNode {
  const [selected, setSelected] = useState<string | null>('A');
  const [done, setDone] = useState('nothing');
  return (
    <>
      <SectionList
        label="Servers"
        sections={[{ key: 'all', label: 'All', header: null, items: ['A', 'B'] }]}
        itemKey={(item) => item}
        renderRow={(item) => item}
        rowMenu={(item) => ({
          label: `Actions of ${item}`,
          entries: entriesFor((what) => setDone(`${what} ${item}`)),
        })}
        selected={selected}
        onSelect={setSelected}
      />
      <p role="status">{done}</p>
    </>
  );
}

test.each(['{ContextMenu}', '{Shift>}{F10}{/Shift}'])(
  '%s opens it, and the focus comes back',
  async (keys) => {
    const { user } = renderPart(<Button />);
    await user.tab();
    await user.keyboard(keys);
    const menu = await screen.findByRole('menu', { name: 'Actions of the server' });
    await waitFor(() =>
      expect(document.activeElement, 'the first line has the focus').toBe(
        within(menu).getByRole('menuitem', { name: /Restart/ }),
      ),
    );
    await expectAccessible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'nothing' })));
  },
);

test('the key that opened it does not close it on its way to the document', async () => {
  const { user } = renderPart(<Button />);
  await user.tab();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  const menu = await screen.findByRole('menu');
  // In a browser the menu is drawn before the same press reaches the document.
  fireEvent.keyDown(document.body, { key: 'F10', shiftKey: true });
  expect(menu.isConnected, 'the menu stays').toBe(true);
});

test('a line is picked by keyboard, also in a submenu', async () => {
  const { user } = renderPart(<Button />);
  await user.tab();
  await user.keyboard('{ContextMenu}');
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent, 'a line that is disabled is passed over').toBe('Move to group');
  await user.keyboard('{ArrowRight}');
  const work = await screen.findByRole('menuitem', { name: 'Work' });
  await waitFor(() => expect(document.activeElement).toBe(work));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'work' })).toBeDefined();
});

test('a row of a list has its own, by pointer and by keyboard', async () => {
  const { user } = renderPart(<List />);
  fireEvent.contextMenu(screen.getByRole('option', { name: 'B' }), { clientX: 40, clientY: 50 });
  await user.click(within(await screen.findByRole('menu', { name: 'Actions of B' })).getByText('Remove'));
  expect(screen.getByRole('status').textContent).toBe('remove B');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('B');
  screen.getByRole('listbox').focus();
  await user.keyboard('{ArrowUp}{ContextMenu}');
  await user.click(within(await screen.findByRole('menu', { name: 'Actions of A' })).getByText('Restart'));
  expect(screen.getByRole('status').textContent).toBe('restart A');
});

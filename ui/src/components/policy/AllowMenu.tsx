import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Grant } from '../../api/generated/contract';
import { Icon } from '../Icon';
import { UntilDay } from './UntilDay';
import { SPANS } from './words';

interface AllowMenuProps {
  /** Until the question has been in view for a moment, the button is there but does nothing. */
  armed: boolean;
  size?: 'xs' | 'md';
  onPick: (grant: Grant) => void;
}

/** Runs a call and allows the next ones: how long is the choice. */
export function AllowMenu({ armed, size = 'md', onPick }: AllowMenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Menu position="top-end" opened={open} onChange={(next) => setOpen(next && armed)}>
        <Menu.Target>
          <Button size={size} aria-disabled={!armed} rightSection={<Icon name="down" size={12} />}>
            Run and allow…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>This tool, as it is now, without a question</Menu.Label>
          <Menu.Item onClick={() => onPick({ kind: 'session' })}>Until Usher closes</Menu.Item>
          {SPANS.map(({ label, ms }) => (
            <Menu.Item key={label} onClick={() => onPick({ kind: 'until', at: Date.now() + ms })}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setPicking(true)}>Until a date…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <UntilDay
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(at) => onPick({ kind: 'until', at })}
      />
    </>
  );
}

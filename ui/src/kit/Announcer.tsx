import { useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { addRegion, announced } from '../lib/announce';
import type { Level } from '../lib/announce';
import { useStore } from '../lib/store';
import layout from '../styles/layout.module.css';

/**
 * A polite live region. The window has one outside of whatever lies over the page, and each dialog has one, as first
 * child: a screen reader knows nothing of what is outside of an open dialog.
 */
export function Announcer({ level = 'dialog' }: { level?: Level }): ReactNode {
  const id = useId();
  useEffect(() => addRegion(id, level), [id, level]);
  const said = useStore(announced).filter(({ region }) => region === id);
  return (
    <div className={layout['sr-only']} aria-live="polite" data-announcer>
      {said.map(({ text, number }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  );
}

import type { ReactNode } from 'react';
import { announced } from '../lib/announce';
import { useStore } from '../lib/store';
import layout from '../styles/layout.module.css';

/** The one polite live region. It stands outside of whatever lies over the page. */
export function Announcer(): ReactNode {
  const { text, number } = useStore(announced);
  return (
    <div className={layout['sr-only']} aria-live="polite" aria-atomic data-announcer>
      <span key={number}>{text}</span>
    </div>
  );
}

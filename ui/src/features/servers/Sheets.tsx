import type { ReactNode } from 'react';
import { sheet } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { ImportSheet } from './ImportSheet';
import { ServerSheet } from './ServerSheet';

/** The sheet that is open, if one is. It lies over every screen. */
export function Sheets(): ReactNode {
  const open = useStore(sheet);
  switch (open.kind) {
    case 'closed':
      return null;
    case 'add':
      return <ServerSheet paste={open.paste} />;
    case 'import':
      return <ImportSheet apps={open.apps} />;
  }
}

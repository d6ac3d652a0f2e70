import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { DrawerSlot } from '../components/Panes';
import { Rail } from './Rail';

const WireDrawer = lazy(async () => ({ default: (await import('../features/wire/WireDrawer')).WireDrawer }));

const drawer = (
  <Suspense fallback={null}>
    <WireDrawer />
  </Suspense>
);

/** The window: rail, screen, and what lies over all screens. */
export function Shell(): ReactNode {
  return (
    <DrawerSlot value={drawer}>
      <div className="app">
        <Rail />
        <div className="app-screen">
          <Outlet />
        </div>
      </div>
    </DrawerSlot>
  );
}

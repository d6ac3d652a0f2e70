import type { ReactNode } from 'react';

export function WireDrawer(): ReactNode {
  return null;
}

import type { ReactNode } from 'react';

export function ApprovalsScreen(): ReactNode {
  return null;
}

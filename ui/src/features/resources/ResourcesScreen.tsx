import type { ReactNode } from 'react';

export function ResourcesScreen(): ReactNode {
  return null;
}

import type { ReactNode } from 'react';

export function ActivityScreen(): ReactNode {
  return null;
}

import type { ReactNode } from 'react';

export function ServersScreen(): ReactNode {
  return null;
}

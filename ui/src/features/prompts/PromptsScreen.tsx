import type { ReactNode } from 'react';

export function PromptsScreen(): ReactNode {
  return null;
}

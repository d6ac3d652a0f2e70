import type { ReactNode } from 'react';

export function ToolsScreen(): ReactNode {
  return null;
}

import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Where messages are shown. Those that came before it was loaded are shown then. */
export function Messages(): ReactNode {
  return <Notifications position="bottom-left" limit={4} withinPortal={false} />;
}

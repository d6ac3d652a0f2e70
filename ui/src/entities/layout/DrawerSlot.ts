import { createContext, type ReactNode } from 'react';

/** What stands in the drawer under every detail pane. The app fills it, so that screens need not know it. */
export const DrawerSlot = createContext<ReactNode>(null);

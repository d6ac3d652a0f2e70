import { createContext, use } from 'react';

/** Whether keys without Ctrl or Cmd do something outside of fields: a setting, which the app fills in. */
export const SingleKeys = createContext(true);

/** Whether single-key shortcuts are on. */
export const useSingleKeys = (): boolean => use(SingleKeys);

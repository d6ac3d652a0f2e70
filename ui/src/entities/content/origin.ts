import { createContext } from 'react';
import type { Origin } from '../../lib/routerState';

/** The call, prompt or template whose contents are shown; `null` = none, or a call that is in no history. */
export const CameFrom = createContext<Origin | null>(null);

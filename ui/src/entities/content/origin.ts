import { createContext } from 'react';
import type { Origin } from '../../lib/routerState';

/** The call or prompt whose contents are shown; `null` = neither, or a call that is in no history. */
export const CameFrom = createContext<Origin | null>(null);

import type { SourceId } from '../api/generated/contract';
import { createStore } from './store';

/** A value on its way into an argument of a tool, whose page takes it over and runs nothing. */
interface ArgumentFill {
  serverId: SourceId;
  tool: string;
  argument: string;
  value: string;
}

/** Kept beside the history of the window: a content may be long, and going back does not fill it in again. */
export const argumentFill = createStore<ArgumentFill | null>(null);

import '@tanstack/react-router';
import type { HistoryId } from '../api/generated/contract';

declare module '@tanstack/react-router' {
  /** What a way to a screen carries beside its address: never shown, gone with the window. */
  interface HistoryState {
    /** JSON text of the arguments with which a tool's form begins: an earlier call that is to be run again. */
    rerun?: string;
    /** The finished call whose result a tool's page shows. */
    earlier?: HistoryId;
  }
}

import type { JsonValue } from '../api/generated/contract';

declare module '@tanstack/react-router' {
  /** What a way to a screen carries beside its address: never shown, gone with the window. */
  interface HistoryState {
    /** The arguments with which a tool's form begins: an earlier call that is to be run again. */
    rerun?: JsonValue;
  }
}

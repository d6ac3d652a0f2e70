import '@tanstack/react-router';
import type { HistoryId, RequestKind, ServerId, SourceId } from '../api/generated/contract';

/** What had a resource in it that was opened: a call, what a prompt gave, or what was read through a template. */
export type Origin =
  | { kind: 'call'; id: HistoryId; of: RequestKind; serverId: SourceId; name: string; at: number }
  | { kind: 'prompt'; serverId: ServerId; name: string; title: string; at: number }
  | { kind: 'template'; serverId: ServerId; uriTemplate: string; title: string; at: number };

declare module '@tanstack/react-router' {
  /** What a way to a screen carries beside its address: never shown, gone with the window. */
  interface HistoryState {
    /** JSON text of the arguments with which the form of a tool or prompt begins: an earlier call that is to be run again. */
    rerun?: string;
    /** The finished call whose result the page of its tool or prompt shows. */
    earlier?: HistoryId;
    /** Where an open resource came from. */
    origin?: Origin;
  }
}

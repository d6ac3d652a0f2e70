import type { CallId, ServerId } from '../api/generated/contract';
import { createStore } from './store';

/** The server sheet. It may hold pasted secrets, so it lives in memory and never in an address. */
export type Sheet =
  | { kind: 'closed' }
  | { kind: 'add'; paste: string }
  | { kind: 'edit'; serverId: ServerId }
  | { kind: 'import'; apps: string[] | null };

export const sheet = createStore<Sheet>({ kind: 'closed' });

/** The wire log drawer: what it speaks about. `callId` narrows it to one call, `seq` selects a frame. */
export interface WireFocus {
  open: boolean;
  serverId: ServerId | null;
  callId: CallId | null;
  seq: number | null;
}

export const wireFocus = createStore<WireFocus>({ open: false, serverId: null, callId: null, seq: null });

/** Points the wire log at what the person is looking at. Does not open it. */
export function pointWire(focus: Partial<Omit<WireFocus, 'open'>>): void {
  wireFocus.set((previous) => ({ ...previous, callId: null, seq: null, ...focus }));
}

/** Opens the wire log, or closes it. */
export function toggleWire(open?: boolean): void {
  wireFocus.set((previous) => ({ ...previous, open: open ?? !previous.open }));
}

/** The overview of keyboard shortcuts. */
export const shortcutsOpen = createStore(false);

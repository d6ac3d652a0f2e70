import type { Approval, CallId, ServerId, SourceId } from '../api/generated/contract';
import { asServer } from './sourceIds';
import { createStore } from './store';

/** The server sheet. It may hold pasted secrets, so it lives in memory and never in an address. */
export type Sheet =
  | { kind: 'closed' }
  | { kind: 'add'; paste: string }
  | { kind: 'import'; apps: string[] | null };

export const sheet = createStore<Sheet>({ kind: 'closed' });

/** The wire log: whether it is open and how large, and what it speaks about. `seq` selects a frame. */
export interface WireFocus {
  open: boolean;
  /** It fills the window beside the rail. */
  full: boolean;
  serverId: ServerId | null;
  /** The call the view above speaks about. */
  callId: CallId | null;
  /** Only frames of this call are shown; goes along when the view turns to another call. */
  onlyCall: CallId | null;
  seq: number | null;
}

export const wireFocus = createStore<WireFocus>({
  open: false,
  full: false,
  serverId: null,
  callId: null,
  onlyCall: null,
  seq: null,
});

/** The running call that is on the screen. */
export const shownCall = createStore<CallId | null>(null);

/** Points the wire log at what the person is looking at. Does not open it. */
export function pointWire({
  serverId,
  callId = null,
  seq = null,
}: Partial<Pick<WireFocus, 'callId' | 'seq'> & { serverId: SourceId | null }>): void {
  wireFocus.set((previous) => ({
    ...previous,
    ...(serverId === undefined ? {} : { serverId: asServer(serverId) }),
    callId,
    seq,
    onlyCall:
      previous.onlyCall !== null && (serverId === undefined || serverId === previous.serverId)
        ? (callId ?? previous.onlyCall)
        : null,
  }));
}

/** Opens the wire log on the frames of one call. */
export function showCallFrames(serverId: SourceId, callId: CallId): void {
  wireFocus.set((previous) => ({
    ...previous,
    open: true,
    serverId: asServer(serverId),
    callId,
    onlyCall: callId,
    seq: null,
  }));
}

/** Shows only the frames of a call, or all. */
export function narrowWire(onlyCall: CallId | null): void {
  wireFocus.set((previous) => ({ ...previous, onlyCall }));
}

/** Lets the wire log fill the window, or puts it back under the view. */
export function fillWithWire(full: boolean): void {
  wireFocus.set((previous) => ({ ...previous, full }));
}

/** Opens the wire log, at the call the view speaks about if it does of one, or closes it. */
export function toggleWire(open?: boolean): void {
  wireFocus.set((previous) => {
    const opens = !previous.open && open !== false;
    return {
      ...previous,
      open: open ?? !previous.open,
      full: false,
      onlyCall: opens ? previous.callId : previous.onlyCall,
    };
  });
}

/** The place in Approvals of what the person asked for outside of the window, until it is shown. */
export const wantedApproval = createStore<string | null>(null);

/** The tool the person asked to run from elsewhere, until its page does. */
export const wantedRun = createStore<{ serverId: SourceId; tool: string } | null>(null);

/** The tool whose call was refused without a sign-in: the person comes back to it once they have signed in. */
export const toolAfterSignIn = createStore<{ serverId: ServerId; tool: string } | null>(null);

/** How many questions would be dismissed by closing Usher, once the person wants to close it. */
export const closeAsked = createStore<number | null>(null);

/** The question about an address the person has clicked at, as long as it lies over the page. */
export const askedLink = createStore<Approval | null>(null);

/** The overview of keyboard shortcuts. */
export const shortcutsOpen = createStore(false);

import { useEffect, useSyncExternalStore } from 'react';
import { statePart } from '../lib/store';
import { call } from './client';
import type { ServerId, WireExtent, WireFrame } from './generated/contract';

/** How many frames of one server the page remembers; what is scrolled back to is asked for again. */
const FRAMES_KEPT = 4_000;

/** What `wire.getMany` gives at once. */
const FRAMES_AT_ONCE = 500;

const NOTHING: WireExtent = { firstSeq: 1, nextSeq: 1, dropped: 0, methods: [] };

type LoadState =
  | { readonly kind: 'idle' | 'loading' | 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What is known of a log at one moment. */
interface WireLogState {
  readonly extent: WireExtent;
  readonly state: LoadState;
  /** Grows whenever frames have come that were asked for. */
  readonly version: number;
}

/** The wire log of one server, as far as somebody has looked at it: how long it is, and the frames in sight. */
export class WireLogWindow {
  #shown: WireLogState = { extent: NOTHING, state: { kind: 'idle' }, version: 0 };
  readonly #frames = new Map<number, WireFrame>();
  readonly #asked = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #load = 0;
  /** What an event said since the log is being measured. */
  #grown: WireExtent | null = null;
  #drawing = false;

  constructor(readonly serverId: ServerId) {}

  readonly snapshot = (): WireLogState => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks how long the log is. */
  async load(): Promise<void> {
    this.#load += 1;
    const load = this.#load;
    this.#grown = null;
    this.#show({ state: { kind: 'loading' } });
    try {
      const { extent } = await call('wire.list', { serverId: this.serverId, from: 0, limit: 0 });
      // An event that came meanwhile may know more.
      if (load !== this.#load) return;
      const latest = newer(extent, this.#grown);
      this.#grown = null;
      this.#show({ state: { kind: 'ready' }, extent: latest });
    } catch (error) {
      if (load === this.#load) this.#show({ state: { kind: 'failed', error } });
    }
  }

  grow(extent: WireExtent): void {
    this.#grown = extent;
    this.#drawSoon();
  }

  /** A flood tells of growth more often than a list can be drawn: what was said last is shown with the next frame. */
  #drawSoon(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      if (this.#grown !== null && this.#shown.state.kind !== 'idle') this.#show({ extent: this.#grown });
    });
  }

  frame(seq: number): WireFrame | undefined {
    return this.#frames.get(seq);
  }

  /** Asks for those of the frames that are not known yet. */
  want(seqs: readonly number[]): void {
    const missing = seqs.filter((seq) => !this.#frames.has(seq) && !this.#asked.has(seq));
    for (let at = 0; at < missing.length; at += FRAMES_AT_ONCE)
      void this.#fetch(missing.slice(at, at + FRAMES_AT_ONCE));
  }

  async #fetch(seqs: number[]): Promise<void> {
    for (const seq of seqs) this.#asked.add(seq);
    try {
      for (const frame of await call('wire.getMany', { serverId: this.serverId, seqs }))
        this.#frames.set(frame.seq, frame);
      this.#trim();
      this.#show({ version: this.#shown.version + 1 });
    } catch {
      // The rows stay empty; they are asked for again when they come into sight again.
    } finally {
      for (const seq of seqs) this.#asked.delete(seq);
    }
  }

  #trim(): void {
    let extra = this.#frames.size - FRAMES_KEPT;
    for (const seq of this.#frames.keys()) {
      if (extra <= 0) return;
      this.#frames.delete(seq);
      extra -= 1;
    }
  }

  #show(change: Partial<WireLogState>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function newer(measured: WireExtent, told: WireExtent | null): WireExtent {
  return told !== null && told.nextSeq > measured.nextSeq ? told : measured;
}

const windows = statePart(() => new Map<ServerId, WireLogWindow>());

function windowOf(serverId: ServerId): WireLogWindow {
  const known = windows().get(serverId);
  if (known !== undefined) return known;
  const fresh = new WireLogWindow(serverId);
  windows().set(serverId, fresh);
  return fresh;
}

/** A server's log has grown. Without effect while nobody has looked at it. */
export function growWireLog(serverId: ServerId, extent: WireExtent): void {
  windows().get(serverId)?.grow(extent);
}

/** Events were lost: every log that is known here is measured anew. */
export function reloadWireLogs(): void {
  for (const each of windows().values()) void each.load();
}

/** Forgets the log of a server that was removed. */
export function forgetWireLog(serverId: ServerId): void {
  windows().delete(serverId);
}

export async function clearWireLog(serverId: ServerId): Promise<void> {
  await call('wire.clear', { serverId });
  await windowOf(serverId).load();
}

/** Follows the wire log of one server. */
export function useWireLog(serverId: ServerId): WireLogState & { readonly log: WireLogWindow } {
  const log = windowOf(serverId);
  const shown = useSyncExternalStore(log.subscribe, log.snapshot);
  useEffect(() => {
    if (log.snapshot().state.kind === 'idle') void log.load();
  }, [log]);
  return { ...shown, log };
}

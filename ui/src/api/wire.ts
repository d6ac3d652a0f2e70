import { useEffect, useSyncExternalStore } from 'react';
import { Ring, useRing, type RingSnapshot } from '../lib/ring';
import { call } from './client';
import type { ServerId, WireFrame } from './generated/contract';

/** The page keeps at most this many frames of one server; the core's own ring is set in the settings. */
const WIRE_FRAMES_SHOWN = 100_000;

type LoadState =
  | { readonly kind: 'idle' | 'loading' | 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The wire log of one server, as far as somebody has looked at it. */
class WireLogCopy {
  readonly ring = new Ring<WireFrame>(WIRE_FRAMES_SHOWN);
  #state: LoadState = { kind: 'idle' };
  #missed: WireFrame[] = [];
  #load = 0;
  readonly #listeners = new Set<() => void>();

  constructor(readonly serverId: ServerId) {}

  readonly state = (): LoadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the log as the core has it; frames that arrive meanwhile are added to the answer. */
  async load(): Promise<void> {
    this.#load += 1;
    const load = this.#load;
    this.#missed = [];
    this.#become({ kind: 'loading' });
    try {
      const { frames, dropped } = await call('wire.list', { serverId: this.serverId });
      if (load !== this.#load) return;
      const last = frames[frames.length - 1]?.seq ?? 0;
      const later = this.#missed.filter((frame) => frame.seq > last);
      this.#missed = [];
      this.ring.replace([...frames, ...later], dropped);
      this.#become({ kind: 'ready' });
    } catch (error) {
      if (load === this.#load) this.#become({ kind: 'failed', error });
    }
  }

  append(frames: readonly WireFrame[]): void {
    if (this.#state.kind === 'loading') this.#missed.push(...frames);
    if (this.#state.kind !== 'ready') return;
    const last = this.ring.current()[this.ring.current().length - 1]?.seq ?? 0;
    this.ring.append(frames.filter((frame) => frame.seq > last));
  }

  #become(state: LoadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const copies = new Map<ServerId, WireLogCopy>();

function copyOf(serverId: ServerId): WireLogCopy {
  const known = copies.get(serverId);
  if (known !== undefined) return known;
  const copy = new WireLogCopy(serverId);
  copies.set(serverId, copy);
  return copy;
}

/** New frames of a server. Without effect while nobody has looked at its log: opening reads it whole. */
export function appendFrames(serverId: ServerId, frames: readonly WireFrame[]): void {
  copies.get(serverId)?.append(frames);
}

/** Events were lost: every log that is known here is read anew. */
export function reloadWireLogs(): void {
  for (const copy of copies.values()) void copy.load();
}

/** Forgets every log. */
export function forgetWireLogs(): void {
  copies.clear();
}

/** Forgets the log of a server that was removed. */
export function forgetWireLog(serverId: ServerId): void {
  copies.delete(serverId);
}

export async function clearWireLog(serverId: ServerId): Promise<void> {
  await call('wire.clear', { serverId });
  await copyOf(serverId).load();
}

/** Follows the wire log of one server, reading it when it was not read yet. */
export function useWireLog(
  serverId: ServerId,
): RingSnapshot<WireFrame> & { readonly state: LoadState; readonly reload: () => void } {
  const copy = copyOf(serverId);
  const state = useSyncExternalStore(copy.subscribe, copy.state);
  const log = useRing(copy.ring);
  useEffect(() => {
    if (copy.state().kind === 'idle') void copy.load();
  }, [copy]);
  return { ...log, state, reload: () => void copy.load() };
}

import { pathKey, type Path } from '../../lib/jsonPath';
import type { Fault } from './faults';
import type { FieldFault } from './validator';

/** A fault to show at a field; `key` is the place it is at, which may lie inside the field. */
export interface ShownFault {
  key: string;
  fault: Fault;
}

/** What a form knows beside its value: which faults to show, which sections stand open, text that is not JSON yet. */
export interface FormState {
  subscribe: (listener: () => void) => () => void;
  /** The fault to show at a field. `deep` also takes faults of what lies inside it. */
  faultAt(key: string, reach: 'here' | 'deep'): ShownFault | undefined;
  setFaults(faults: readonly FieldFault[]): void;
  /** From now on faults of this field show. */
  touch(key: string): void;
  /** From now on all faults show. */
  showAll(): void;
  /** Whether a section stands open; `undefined` = as it starts. */
  isOpen(key: string): boolean | undefined;
  setOpen(key: string, open: boolean): void;
  /** Opens every section on the way to these places. */
  reveal(paths: readonly Path[]): void;
  /** Text of a JSON field that does not parse, kept until it does. */
  textAt(key: string): UnreadText | undefined;
  setText(path: Path, text: UnreadText | undefined): void;
  /** Forgets texts at and below a place, because what stood there moved or went. */
  dropTexts(path: Path): void;
  unreadTexts(): FieldFault[];
}

interface UnreadText {
  text: string;
  fault: Fault;
}

interface Kept {
  path: Path;
  unread: UnreadText;
  shown: ShownFault;
}

export function createFormState(): FormState {
  const listeners = new Set<() => void>();
  const touched = new Set<string>();
  const open = new Map<string, boolean>();
  const texts = new Map<string, Kept>();
  let faults = new Map<string, ShownFault>();
  let all = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  const under = (key: string): ShownFault | undefined => {
    for (const [place, shown] of faults) if (place.startsWith(`${key}/`)) return shown;
    return undefined;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    faultAt(key, reach) {
      if (!all && !touched.has(key)) return undefined;
      return texts.get(key)?.shown ?? faults.get(key) ?? (reach === 'deep' ? under(key) : undefined);
    },
    setFaults(next) {
      const map = new Map<string, ShownFault>();
      for (const { path, fault } of next) {
        const key = pathKey(path);
        if (map.has(key)) continue;
        // The same object while the fault is the same, so that its field does not render again.
        const before = faults.get(key);
        map.set(key, before !== undefined && isSame(before.fault, fault) ? before : { key, fault });
      }
      faults = map;
      tell();
    },
    touch(key) {
      if (touched.has(key)) return;
      touched.add(key);
      tell();
    },
    showAll() {
      all = true;
      tell();
    },
    isOpen: (key) => open.get(key),
    setOpen(key, next) {
      open.set(key, next);
      tell();
    },
    reveal(paths) {
      for (const path of paths) {
        for (let length = 1; length < path.length; length += 1)
          open.set(pathKey(path.slice(0, length)), true);
      }
      tell();
    },
    textAt: (key) => texts.get(key)?.unread,
    setText(path, text) {
      const key = pathKey(path);
      if (text === undefined) texts.delete(key);
      else texts.set(key, { path, unread: text, shown: { key, fault: text.fault } });
      tell();
    },
    dropTexts(path) {
      const key = pathKey(path);
      for (const place of texts.keys()) {
        if (place === key || place.startsWith(`${key}/`)) texts.delete(place);
      }
      tell();
    },
    unreadTexts: () => [...texts.values()].map(({ path, unread }) => ({ path, fault: unread.fault })),
  };
}

const isSame = (a: Fault, b: Fault): boolean => JSON.stringify(a) === JSON.stringify(b);

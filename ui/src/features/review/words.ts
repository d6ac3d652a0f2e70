import type { DifferenceKind, PinItem, PinKind, PinState } from '../../api/generated/contract';

/** What an item is called to a person. */
export const itemTitle = ({ kind, name }: PinItem): string =>
  kind === 'instructions' ? 'Instructions' : name;

/** Its place in the address. */
export const itemKey = ({ kind, name }: Pick<PinItem, 'kind' | 'name'>): string => `${kind}:${name}`;

const KINDS: Record<PinKind, string> = {
  tool: 'tool',
  prompt: 'prompt',
  template: 'template',
  instructions: 'what a model is told about the server',
};

const ABOUT: Record<DifferenceKind, string> = {
  host: 'address',
  auth: 'access',
  schema: 'parameters',
  text: 'text',
  annotation: 'effect',
  other: 'details',
};

/** The groups of a review, the most urgent first. */
const GROUPS: { key: string; label: string; holds: (state: PinState['kind']) => boolean }[] = [
  { key: 'changed', label: 'Changed', holds: (kind) => kind === 'changed' || kind === 'tampered' },
  { key: 'unlike', label: 'Not as in the setup file', holds: (kind) => kind === 'unlikeBrought' },
  { key: 'brought', label: 'As in the setup file', holds: (kind) => kind === 'asBrought' },
  { key: 'new', label: 'New', holds: (kind) => kind === 'new' || kind === 'renamed' },
  { key: 'gone', label: 'Gone', holds: (kind) => kind === 'gone' },
  { key: 'kept', label: 'Changed, old kept', holds: () => false },
  { key: 'unchanged', label: 'Unchanged', holds: (kind) => kind === 'unchanged' },
];

/** A review by groups, the most urgent first. */
export const grouped = (items: readonly PinItem[]): { key: string; label: string; items: PinItem[] }[] =>
  GROUPS.map(({ key, label, holds }) => ({
    key,
    label,
    items: items.filter((item) => (item.keptOld ? key === 'kept' : holds(item.state.kind))),
  }));

/** The line under an item's name. */
export function itemRemark(item: PinItem, formatDay: (at: number) => string): string {
  const { state, kind, about, reviewedAt } = item;
  switch (state.kind) {
    case 'changed':
    case 'unlikeBrought':
      return about.length === 0 ? KINDS[kind] : [...new Set(about.map((one) => ABOUT[one]))].join(', ');
    case 'tampered':
      return 'altered in the database';
    case 'renamed':
      return `${KINDS[kind]}, was called ${state.from}`;
    case 'asBrought':
      return reviewedAt === null
        ? KINDS[kind]
        : `${KINDS[kind]}, reviewed elsewhere ${formatDay(reviewedAt)}`;
    case 'new':
      return `${KINDS[kind]}, not used until reviewed`;
    case 'gone':
      return reviewedAt === null ? KINDS[kind] : `${KINDS[kind]}, was reviewed ${formatDay(reviewedAt)}`;
    case 'unchanged':
      return reviewedAt === null ? KINDS[kind] : `${KINDS[kind]}, reviewed ${formatDay(reviewedAt)}`;
  }
}

/** When it was reviewed, and where. */
export function reviewedWhen(
  { state, kind, reviewedAt }: PinItem,
  formatDay: (at: number) => string,
): string {
  if (reviewedAt === null) return KINDS[kind];
  const elsewhere = state.kind === 'asBrought' || state.kind === 'unlikeBrought';
  return `reviewed ${elsewhere ? 'elsewhere, says the setup file, ' : ''}${formatDay(reviewedAt)}`;
}

/** The heading of an item. */
export function itemSentence({ state, keptOld }: PinItem): string {
  if (keptOld) return 'changed, and you keep the old';
  switch (state.kind) {
    case 'changed':
      return 'changed';
    case 'tampered':
      return 'no longer fits what you reviewed';
    case 'unlikeBrought':
      return 'is not as in the setup file';
    case 'asBrought':
      return 'is as in the setup file';
    case 'renamed':
      return 'has a new name';
    case 'new':
      return 'is new';
    case 'gone':
      return 'is gone';
    case 'unchanged':
      return 'is what you reviewed';
  }
}

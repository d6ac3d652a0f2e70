import type {
  DifferenceKind,
  PinItem,
  PinKind,
  PinState,
  ToolAnnotations,
} from '../../../api/generated/contract';
import { isStopped } from '../../../api/pins';
import type { PendingReview } from '../../../api/pins';
import { formatDay, formatList } from '../../../lib/format';
import { claimedEffect } from '../../../lib/effect';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import type { Claims } from './useClaims';

/** What an item is called to a person, without hidden characters. */
export const itemTitle = ({ kind, name }: PinItem): string =>
  kind === 'instructions' ? t('common.instructions') : visibleString(name);

/** Its place in the address. */
export const itemKey = ({ kind, name }: Pick<PinItem, 'kind' | 'name'>): string => `${kind}:${name}`;

const KINDS = {
  tool: 'common.tool',
  prompt: 'common.prompt',
  template: 'review.kind.template',
  instructions: 'common.instructions',
  uiResource: 'common.app',
} as const satisfies Record<PinKind, string>;

const ABOUT = {
  host: 'common.url',
  auth: 'review.about.auth',
  schema: 'review.about.schema',
  text: 'common.textType',
  annotation: 'review.about.annotation',
  other: 'review.about.other',
} as const satisfies Record<DifferenceKind, string>;

/** The groups of a review, the most urgent first. */
const GROUPS = [
  { key: 'changed', label: 'common.changed', states: ['changed', 'tampered'] },
  { key: 'unlike', label: 'review.group.unlike', states: ['unlikeBrought'] },
  { key: 'brought', label: 'review.group.brought', states: ['asBrought'] },
  { key: 'new', label: 'common.new', states: ['new', 'renamed'] },
  { key: 'gone', label: 'review.group.gone', states: ['gone'] },
  { key: 'kept', label: 'review.group.kept', states: [] },
  { key: 'unchanged', label: 'review.group.unchanged', states: ['unchanged'] },
] as const satisfies readonly { key: string; label: string; states: readonly PinState['kind'][] }[];

/** A review by groups, the most urgent first. */
export const grouped = (items: readonly PinItem[]): { key: string; label: string; items: PinItem[] }[] =>
  GROUPS.map(({ key, label, states }) => ({
    key,
    label: t(label),
    items: items.filter(({ keptOld, state }) =>
      keptOld ? key === 'kept' : states.some((kind) => kind === state.kind),
    ),
  }));

/** The items in that order. */
export const inOrder = (items: readonly PinItem[]): PinItem[] =>
  grouped(items).flatMap((group) => group.items);

/** The line under an item's name. */
export function itemRemark({ state, kind: pinKind, about, reviewedAt }: PinItem): string {
  const kind = t(KINDS[pinKind]);
  switch (state.kind) {
    case 'changed':
    case 'unlikeBrought': {
      const parts = [...new Set(about)].map((one) => t(ABOUT[one]));
      return parts.length === 0 ? kind : t('review.remark.differences', { parts: formatList(parts) });
    }
    case 'tampered':
      return t('review.remark.tampered');
    case 'renamed':
      return t('review.remark.renamed', { kind, name: visibleString(state.from) });
    case 'asBrought':
      return reviewedAt === null ? kind : t('review.remark.imported', { kind, date: formatDay(reviewedAt) });
    case 'new':
      return t('review.remark.new', { kind });
    case 'gone':
    case 'unchanged':
      return reviewedAt === null ? kind : t('review.remark.reviewed', { kind, date: formatDay(reviewedAt) });
  }
}

/** When it was reviewed, and where. */
export function reviewedWhen({ state, kind, reviewedAt }: PinItem): string {
  if (reviewedAt === null) return t(KINDS[kind]);
  const isImported = state.kind === 'asBrought' || state.kind === 'unlikeBrought';
  const date = formatDay(reviewedAt);
  return isImported ? t('review.reviewedImport', { date }) : t('review.reviewedOn', { date });
}

/** How an item compares with its review. */
export const itemState = ({ state, keptOld }: PinItem): string =>
  t(`review.state.${keptOld ? 'keptOld' : state.kind}`);

/** The accessible name of an item: its name and state. */
export const itemLabel = (item: PinItem): string =>
  t('review.label', { name: itemTitle(item), state: itemState(item) });

/** How many of them changed, and how many are destructive tools by what their servers claim. */
export function effectsText(reviews: readonly PendingReview[], claims: Claims): string {
  const items = itemsOf(reviews);
  const changed = items.filter(({ state }) => isStopped(state.kind)).length;
  const destructive = reviews.flatMap(({ server, items: own }) =>
    own.filter(({ kind, name }) => kind === 'tool' && isDestructive(claims(server.id, name))),
  ).length;
  const parts = [
    ...(changed > 0 ? [t('review.changed', { count: changed })] : []),
    t('review.destructive', { count: items.length, destructive }),
  ];
  return parts.join(' · ');
}

const isDestructive = (claimed: ToolAnnotations | undefined): boolean =>
  claimed !== undefined && claimedEffect(claimed) === 'destroys';

const itemsOf = (reviews: readonly PendingReview[]): PinItem[] => reviews.flatMap(({ items }) => items);

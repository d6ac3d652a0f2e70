import type { HistoryRow, RequestKind } from '../../api/generated/contract';
import { t } from '../../words/translate';

export const REQUEST_KINDS = ['tool', 'prompt', 'resource'] as const satisfies readonly RequestKind[];

/** What one recorded request was for, in a word. */
export const kindName = (kind: RequestKind): string => t(`activity.kind.${kind}`);

/** A place with the kind of what was requested there; calls of tools are the usual and not named. */
export const withKind = ({ kind }: Pick<HistoryRow, 'kind'>, place: string): string =>
  kind === 'tool' ? place : t('activity.call.ofKind', { kind: kindName(kind), place });

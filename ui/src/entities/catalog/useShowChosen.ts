import { useEffect, useEffectEvent } from 'react';
import type { ListSection } from '../../kit/SectionList';
import { layOut } from '../../kit/rowLayout';
import { statePart } from '../../lib/store';

interface Listed<R> {
  /** What is listed. */
  title: string;
  sections: readonly ListSection<R>[] | undefined;
  rowKey: (row: R) => string;
  selected: string | null;
  onQuery: (query: string) => void;
  onAll: () => void;
  isListed: (key: string) => boolean;
}

/** What each list has shown last as chosen. */
const shown = statePart(() => new Map<string, string | null>());

/** Shows all again where what was opened from elsewhere is hidden by the search or a filter. */
export function useShowChosen<R>({
  title,
  sections,
  rowKey,
  selected,
  onQuery,
  onAll,
  isListed,
}: Listed<R>): void {
  const isKnown = sections !== undefined;
  const show = useEffectEvent(() => {
    if (shown().get(title) === selected) return;
    shown().set(title, selected);
    if (selected === null || layOut(sections ?? [], 40).indexOf(selected, rowKey) >= 0) return;
    if (!isListed(selected)) return;
    onQuery('');
    onAll();
  });
  useEffect(() => {
    if (isKnown) show();
  }, [isKnown, selected, title]);
}

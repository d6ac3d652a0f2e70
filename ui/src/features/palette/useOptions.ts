import { useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect } from 'react';
import { paletteStore } from '../../lib/palette';

/** Names the results, and returns which one is selected; after each search it is the first. */
export function useOptions(groups: readonly unknown[], query: string): number {
  const { listId, selected } = useSpotlight(paletteStore);
  useLayoutEffect(() => {
    if (query.trim() !== '' && paletteStore.getState().selected !== 0)
      paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [groups, query]);
  useLayoutEffect(() => {
    const options = document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [];
    for (const [place, option] of [...options].entries()) {
      option.id = optionId(listId, place);
      option.toggleAttribute('data-selected', place === selected);
    }
  }, [groups, listId, selected]);
  return selected;
}

/** The id of a result, by its place among all. */
export const optionId = (listId: string, place: number): string => `${listId}-${place}`;

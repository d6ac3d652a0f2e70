import { useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect } from 'react';
import { paletteStore } from '../../lib/palette';

/**
 * Names the results, and returns which one is selected. After each search it is the first; results that come later are
 * added below, and change nothing of it.
 */
export function useOptions(groups: readonly unknown[], query: string, only: string | null): number {
  const { listId, selected } = useSpotlight(paletteStore);
  useLayoutEffect(() => {
    if (query.trim() !== '') select(0);
  }, [query, only]);
  useLayoutEffect(() => {
    if (query.trim() === '') return;
    if (groups.length === 0) select(-1);
    else if (paletteStore.getState().selected < 0) select(0);
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

/** Selects a result by its place among all; -1 = none. */
function select(place: number): void {
  const state = paletteStore.getState();
  if (state.selected !== place) paletteStore.setState({ ...state, selected: place });
}

/** An arrow key moves what is selected, but tells nobody: what is drawn of it, and a screen reader, follow here. */
export function followArrow(key: string): void {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  queueMicrotask(() => paletteStore.setState({ ...paletteStore.getState() }));
}

/** The id of a result, by its place among all. */
export const optionId = (listId: string, place: number): string => `${listId}-${place}`;

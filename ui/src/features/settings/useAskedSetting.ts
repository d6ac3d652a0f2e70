import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The search gives the focus back to where it was as it closes, ms. */
const AFTER_SEARCH_MS = 60;

const CONTROLS = 'input:checked, input:not([type="file"]), button, select, textarea';

/** Goes to the setting the address asks for, and puts the focus on its control. */
export function useAskedSetting(isThere: boolean): void {
  // Another one at each way here, also to the same setting.
  const location = useRouterState({ select: (state) => state.location });
  useEffect(() => {
    const { item } = location.search as { item?: string };
    if (!isThere || item === undefined) return undefined;
    const timer = setTimeout(() => {
      const named = document.getElementById(`set-${item}`);
      // A section is named by its title.
      const place = named?.tagName === 'H2' ? named.parentElement : named;
      if (place == null) return;
      place.scrollIntoView({ block: 'center' });
      const control = place.querySelector<HTMLElement>(CONTROLS);
      if (control === null) place.tabIndex = -1;
      (control ?? place).focus({ preventScroll: true });
    }, AFTER_SEARCH_MS);
    return () => clearTimeout(timer);
  }, [isThere, location]);
}

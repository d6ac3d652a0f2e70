import { waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** What the tooltip of an element says. It is for the mouse: what a screen reader has of it is not asked. */
export async function tipOf(user: UserEvent, element: Element): Promise<string | null> {
  await user.hover(element);
  const tip = await waitFor(() => {
    const shown = document.querySelector('[role="tooltip"]');
    if (shown === null) throw new Error('no tooltip is shown');
    return shown;
  });
  await user.unhover(element);
  return tip.textContent;
}

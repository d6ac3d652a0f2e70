import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** What the tooltip of an element says. */
export async function tipOf(user: UserEvent, element: Element): Promise<string | null> {
  await user.hover(element);
  const { textContent } = await screen.findByRole('tooltip');
  await user.unhover(element);
  return textContent;
}

import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Presses a button that agrees, as soon as what it agrees to has been in view long enough. */
export async function agree(user: UserEvent, name: string): Promise<void> {
  const armed = async () => (await screen.findByRole('button', { name })).getAttribute('aria-disabled');
  await expect.poll(armed).toBe('false');
  await user.click(screen.getByRole('button', { name }));
}

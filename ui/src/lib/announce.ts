import { createStore } from './store';

/** What the one live region of the window says; a number makes an equal text a new one. */
export const announced = createStore({ text: '', number: 0 });

/** Says something to a screen reader once it is silent. */
export function announce(text: string): void {
  if (text.trim() === '') return;
  announced.set(({ number }) => ({ text, number: number + 1 }));
}

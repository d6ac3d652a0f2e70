import { createEvent, fireEvent } from '@testing-library/react';

/** What a drag carries; `jsdom` has none. */
export function transfer() {
  const data = new Map<string, string>();
  return {
    data,
    dropEffect: 'none',
    effectAllowed: 'all',
    clearData: () => data.clear(),
    setData: (type: string, value: string) => data.set(type, value),
  };
}

/** Begins a drag; false if it was refused. */
export function dragStart(row: Element, dataTransfer: ReturnType<typeof transfer>): boolean {
  const event = createEvent.dragStart(row);
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
  return fireEvent(row, event);
}

export function dragEnd(row: Element, dataTransfer: ReturnType<typeof transfer>): void {
  const event = createEvent.dragEnd(row);
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
  fireEvent(row, event);
}

/** What is dragged out of the window by a handle of its own. */
export function dragHandle(): Element {
  const handle = document.querySelector('[draggable="true"]');
  if (handle === null) throw new Error('nothing is dragged');
  return handle;
}

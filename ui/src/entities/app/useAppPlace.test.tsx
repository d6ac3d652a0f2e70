import { act } from '@testing-library/react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AppId } from '../../api/generated/contract';
import { renderPart } from '../../test/render';
import { useAppPlace } from './useAppPlace';

const POINTS = 25;
let top: Element | null = null;
const atPoint = vi.fn<() => Element | null>();

beforeEach(() => {
  vi.useFakeTimers();
  top = null;
  atPoint.mockImplementation(() => top);
  vi.spyOn(document, 'elementFromPoint').mockImplementation(atPoint);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function at(this: HTMLElement) {
    return new DOMRect(...(this.dataset['at'] ?? '10 10 100 100').split(' ').map(Number));
  });
});

function Slot(): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  const covered = useAppPlace('app-1' as AppId, slot);
  return (
    <div ref={slot} data-slot>
      {covered ? 'covered' : 'seen'}
    </div>
  );
}

/** How often the page asked what is at a point within two frames, or a longer time. */
async function asked(ms = 40): Promise<number> {
  const { mock } = atPoint.mockClear();
  await act(() => vi.advanceTimersByTimeAsync(ms));
  return mock.calls.length;
}

it('what lies over an app is looked for when something changes, and else not', async () => {
  const { container } = renderPart(<Slot />);
  const text = () => container.textContent;
  expect(text()).toContain('seen');
  await asked();
  expect(await asked(10_000), 'nothing has changed').toBe(0);
  const portal = document.createElement('div');
  portal.dataset['portal'] = 'true';
  const dialog = document.createElement('div');
  dialog.dataset['at'] = '0 0 0 0';
  portal.append(dialog);
  top = dialog;
  document.body.append(portal);
  expect(await asked()).toBe(1);
  expect(text()).toContain('covered');
  top = null;
  dialog.dataset['at'] = '200 0 0 0';
  await asked();
  expect(text(), 'at once when it can be seen again').toContain('seen');
  portal.remove();
  await asked();
  expect(await asked(10_000), 'nothing has changed').toBe(0);
  const slot = container.querySelector<HTMLElement>('[data-slot]');
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 50, 100, 100));
  expect(slot?.getBoundingClientRect().y).toBe(50);
  expect(await asked(1_100), 'a picture above it has been loaded').toBe(POINTS);
});

/** Between two columns of points, from the top of the app to its end. */
const BETWEEN = '37 10 20 100';

it.each([
  ['a menu between the points', `<div data-portal><div data-at="${BETWEEN}"></div></div>`, 'covered'],
  ['a message between the points', `<div data-pane="messages" data-at="${BETWEEN}"></div>`, 'covered'],
  [
    'a dialog in frames of the whole window',
    `<div data-portal><div data-at="0 0 500 0"><div data-at="0 0 500 500" style="pointer-events: none">
      <div data-at="${BETWEEN}" style="pointer-events: all"></div></div></div></div>`,
    'covered',
  ],
  ['a menu beside it', '<div data-portal><div data-at="110 10 50 100"></div></div>', 'seen'],
  [
    'a hint, which takes no press',
    `<div data-portal><div data-at="${BETWEEN}" style="pointer-events: none"></div></div>`,
    'seen',
  ],
])('with %s an app is as it should be', async (_what, markup, expected) => {
  const { container } = renderPart(<Slot />);
  const over = document.createElement('div');
  over.innerHTML = markup;
  document.body.append(over);
  await asked();
  expect(container.textContent).toContain(expected);
});

it('an app within a dialog is not covered by the dialog', () => {
  const { container } = renderPart(
    <div data-portal>
      <div data-at="0 0 500 500">
        <Slot />
      </div>
    </div>,
  );
  expect(container.textContent).toContain('seen');
});

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
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 100, 100));
});

function Slot(): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  const covered = useAppPlace('app-1' as AppId, slot);
  return <div ref={slot}>{covered ? 'covered' : 'seen'}</div>;
}

/** How often the page asked what is at a point while so many looks went by. */
function asked(looks: number): number {
  const { mock } = atPoint.mockClear();
  act(() => {
    vi.advanceTimersByTime(looks * 200);
  });
  return mock.calls.length;
}

it('an app is looked at closely once a second, and at once where something is opened over it', () => {
  const { container } = renderPart(<Slot />);
  const text = () => container.textContent;
  expect(text()).toContain('seen');
  expect(asked(4), 'nothing has changed').toBe(0);
  expect(asked(1)).toBe(POINTS);
  const portal = document.createElement('div');
  portal.dataset['portal'] = 'true';
  const dialog = document.createElement('div');
  portal.append(dialog);
  top = dialog;
  document.body.append(portal);
  asked(1);
  expect(text()).toContain('covered');
  top = null;
  asked(1);
  expect(text(), 'at once when it can be seen again').toContain('seen');
  dialog.remove();
  portal.remove();
  asked(1);
  expect(asked(1), 'nothing has changed').toBe(0);
});

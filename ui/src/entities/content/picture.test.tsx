import { createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Content, ServerId } from '../../api/generated/contract';
import { ICONS } from '../../host/fake/icons';
import { expectAccessible, renderPart } from '../../test/render';
import { t } from '../../words/translate';
import { ContentBlocks } from './ContentBlocks';

const image: Content = {
  kind: 'image',
  claimedType: 'image/png',
  mimeType: 'image/png',
  base64: ICONS['demo'] ?? '',
  ownSize: null,
  sizeBytes: 420,
  problem: null,
  contentId: null,
};

/** An image of 400 × 200 pixels, fitted to a quarter of that; its pane is 200 × 100 pixels. */
function show() {
  const shown = renderPart(
    <ContentBlocks blocks={[image]} serverId={'demo' as ServerId} serverLabel="Demo server" />,
  );
  const picture = screen.getByRole('img');
  const stage = screen.getByRole('region', { name: /^Image / });
  const width = () => Number(picture.getAttribute('width') ?? 100);
  Object.defineProperties(picture, {
    naturalWidth: { value: 400 },
    naturalHeight: { value: 200 },
    clientWidth: { get: width },
  });
  Object.defineProperties(stage, {
    clientWidth: { value: 200 },
    clientHeight: { value: 100 },
    scrollWidth: { get: () => Math.max(200, width()) },
    scrollHeight: { get: () => Math.max(100, width() / 2) },
  });
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  picture.getBoundingClientRect = () =>
    new DOMRect(-stage.scrollLeft, -stage.scrollTop, width(), width() / 2);
  fireEvent.load(picture);
  return { ...shown, picture, stage, width };
}

const said = () => screen.getByLabelText(t('common.zoom')).textContent;

describe('an image', () => {
  it('is zoomed by keys from the size it has, and only without Ctrl, which is for the window', async () => {
    const { stage, width } = show();
    const press = (key: string, more = {}): boolean => fireEvent.keyDown(stage, { key, ...more });
    press('+');
    expect([width(), said()], 'the first step above a quarter').toEqual([200, '50%']);
    press('-');
    expect(width()).toBe(100);
    expect(press('+', { ctrlKey: true }), 'is left to the window').toBe(true);
    expect(width()).toBe(100);
    press('=');
    press('0');
    expect(said()).toBe(t('content.preview.fit'));
    expect(
      screen.getByRole('button', { name: t('content.preview.zoomIn') }).getAttribute('aria-keyshortcuts'),
    ).toBe('+');
    await expectAccessible();
  });

  it('is zoomed by the wheel with Ctrl or Cmd around the pointer, and else scrolled', () => {
    const { stage, width } = show();
    const turn = (init: WheelEventInit): boolean => {
      const event = createEvent.wheel(stage);
      const all = { clientX: 50, clientY: 25, deltaY: -100, ...init };
      for (const [name, value] of Object.entries(all)) Object.defineProperty(event, name, { value });
      fireEvent(stage, event);
      return event.defaultPrevented;
    };
    expect([turn({}), said()]).toEqual([false, t('content.preview.fit')]);
    for (let n = 0; n < 4; n += 1)
      expect(turn(n % 2 === 0 ? { ctrlKey: true } : { metaKey: true })).toBe(true);
    const factor = Math.exp(4 / 3);
    expect(width()).toBeCloseTo(100 * factor);
    expect(stage.scrollLeft + 50, 'the same part of the image is under the pointer').toBeCloseTo(50 * factor);
    expect(stage.scrollTop + 25).toBeCloseTo(25 * factor);
    for (let n = 0; n < 40; n += 1) turn({ ctrlKey: true });
    expect(width(), 'eight times its own size at most').toBe(3200);
  });

  it('is moved by dragging where it is larger than its pane', () => {
    const { picture, stage } = show();
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0 });
    picture.setPointerCapture = vi.fn();
    const drag = (): number[] => {
      fireEvent.pointerDown(picture, at(100, 50));
      fireEvent.pointerMove(picture, at(90, 45));
      fireEvent.pointerUp(picture, at(90, 45));
      fireEvent.pointerMove(picture, at(10, 10));
      return [stage.scrollLeft, stage.scrollTop];
    };
    expect(drag(), 'all of it is seen').toEqual([0, 0]);
    expect(fireEvent.dragStart(picture), 'and it may be dragged out of the window').toBe(true);
    for (let n = 0; n < 3; n += 1) fireEvent.keyDown(stage, { key: '+' });
    const before = [stage.scrollLeft, stage.scrollTop];
    expect(drag()).toEqual([(before[0] ?? 0) + 10, (before[1] ?? 0) + 5]);
    expect(fireEvent.dragStart(picture)).toBe(false);
  });

  it('is copied as PNG', async () => {
    const { user } = show();
    const copied: Record<string, Promise<Blob>>[] = [];
    vi.stubGlobal('ClipboardItem', function ClipboardItem(data: Record<string, Promise<Blob>>) {
      copied.push(data);
    });
    await user.click(screen.getByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: t('content.copyImage') }));
    const png = await copied[0]?.['image/png'];
    expect([png?.type, png?.size]).toEqual(['image/png', atob(image.base64).length]);
  });
});

import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { createStore, useStore } from '../lib/store';
import { pass, stopClock } from '../test/clock';
import { renderPart } from '../test/render';
import { AnswerButton } from './AnswerButton';

beforeEach(stopClock);

const button = (name: string) => screen.getByRole('button', { name });

/** A button that answers, what was answered, and a way to let it say something else. */
function shown(label = 'Accept') {
  const answered: string[] = [];
  const says = createStore(label);
  function Part(): ReactNode {
    const name = useStore(says);
    return (
      <AnswerButton shortcut="mod+Enter" onClick={() => answered.push(name)}>
        {name}
      </AnswerButton>
    );
  }
  renderPart(<Part />);
  return { answered, turnInto: (name: string) => act(() => says.set(name)) };
}

const WAYS: Record<string, (name: string) => void> = {
  'a click': (name) => void fireEvent.click(button(name)),
  'Ctrl+Enter': () => void fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true }),
};

describe('an answer', () => {
  for (const [way, press] of Object.entries(WAYS)) {
    it(`is not given by ${way} after 499 ms, but after 500`, async () => {
      const { answered } = shown();
      await pass(499);
      press('Accept');
      expect(answered, 'it was meant for what stood there before').toEqual([]);
      await pass(1);
      press('Accept');
      expect(answered).toEqual(['Accept']);
    });

    it(`is not given by ${way} just after the button says something else`, async () => {
      const { answered, turnInto } = shown('Open');
      await pass(500);
      press('Open');
      turnInto('Done');
      press('Done');
      await pass(499);
      press('Done');
      expect(answered, 'the second half of a double click').toEqual(['Open']);
      await pass(1);
      press('Done');
      expect(answered).toEqual(['Open', 'Done']);
    });

    it(`is not given by ${way} just after the button moved`, async () => {
      const { answered } = shown();
      await pass(500);
      stand(button('Accept'), 40);
      press('Accept');
      expect(answered, 'moved just now').toEqual([]);
      await pass(499);
      press('Accept');
      expect(answered).toEqual([]);
      await pass(1);
      press('Accept');
      expect(answered).toEqual(['Accept']);
    });

    it(`is not given by ${way} while something lies over the button, nor just after`, async () => {
      const { answered } = shown();
      await pass(500);
      const over = vi.spyOn(document, 'elementFromPoint').mockReturnValue(document.body);
      press('Accept');
      expect(answered, 'covered just now').toEqual([]);
      await pass(650);
      press('Accept');
      expect(answered, 'covered for long').toEqual([]);
      over.mockReturnValue(button('Accept').firstElementChild);
      press('Accept');
      await pass(499);
      press('Accept');
      expect(answered, 'the second half of a double click on what lay over it').toEqual([]);
      await pass(1);
      press('Accept');
      expect(answered).toEqual(['Accept']);
    });

    it(`is not given by ${way} that brings the window to the front`, async () => {
      const { answered } = shown();
      await pass(500);
      fireEvent.focus(window);
      press('Accept');
      expect(answered).toEqual([]);
      await pass(500);
      press('Accept');
      expect(answered).toEqual(['Accept']);
    });
  }

  it('is not taken for moved because it gives way when pressed', async () => {
    const { answered } = shown();
    await pass(500);
    stand(button('Accept'), 1);
    await pass(100);
    fireEvent.click(button('Accept'));
    expect(answered).toEqual(['Accept']);
  });

  it.each([
    ['its centre', 60, 56],
    ['its first corner', 14, 44],
    ['its last corner', 106, 68],
  ])('is not given while a message lies over %s only', async (_, x, y) => {
    const { answered } = shown();
    button('Accept').getBoundingClientRect = () => new DOMRect(10, 40, 100, 32);
    const isThere = (atX: number, atY: number) => Math.hypot(atX - x, atY - y) < 3;
    vi.spyOn(document, 'elementFromPoint').mockImplementation((atX, atY) =>
      isThere(atX, atY) ? document.body : button('Accept'),
    );
    await pass(1_000);
    fireEvent.click(button('Accept'));
    expect(answered).toEqual([]);
  });

  it('shows that it takes none as soon as it is seen to have moved', async () => {
    shown();
    await pass(500);
    expect(button('Accept').getAttribute('aria-disabled')).toBe('false');
    stand(button('Accept'), 40);
    await pass(100);
    expect(button('Accept').getAttribute('aria-disabled')).toBe('true');
  });

  it('is never given by a key that is held', async () => {
    const { answered } = shown();
    await pass(500);
    const held = { key: 'Enter', code: 'Enter', repeat: true };
    fireEvent.keyDown(document.body, { ...held, ctrlKey: true });
    expect(answered).toEqual([]);
    expect(fireEvent.keyDown(button('Accept'), held), 'no press of the focused button').toBe(false);
    expect(fireEvent.keyDown(button('Accept'), { ...held, repeat: false })).toBe(true);
  });

  it('leaves no clock running behind it', async () => {
    const { unmount } = renderPart(<AnswerButton onClick={() => {}}>Accept</AnswerButton>);
    await pass(500);
    const running = vi.getTimerCount();
    unmount();
    expect(vi.getTimerCount()).toBeLessThan(running);
  });
});

/** As if something above had pushed it down. */
function stand(element: HTMLElement, y: number): void {
  element.getBoundingClientRect = () => new DOMRect(0, y, 0, 0);
}

import { act, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { announce } from '../lib/announce';
import { Announcer } from './Announcer';
import { Announced } from './Announced';

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });

describe('one voice', () => {
  test('no element is a live region of its own', () => {
    const own = Object.entries(sources).filter(
      ([path, text]) =>
        !path.endsWith('.test.tsx') &&
        path !== './Announcer.tsx' &&
        /aria-live|<[a-z][a-z0-9]*\b(?:[^<>]|=>)*role="status"/u.test(text),
    );
    expect(
      own.map(([path]) => path),
      'what is said goes through `kit/Announced` or `announce()`',
    ).toEqual([]);
  });

  test('the topmost live region says it, and none says it again when a dialog closes', () => {
    const said = () =>
      [...document.querySelectorAll('[data-announcer]')].map(({ children }) =>
        [...children].map((each) => each.textContent),
      );
    const drawn = (isOpen: boolean) => (
      <>
        <Announcer />
        {isOpen && (
          <section>
            <Announcer />
          </section>
        )}
      </>
    );
    const { rerender } = render(drawn(false));
    act(() => announce('on the page'));
    expect(said()).toEqual([['on the page']]);
    rerender(drawn(true));
    act(() => announce('in the dialog'));
    expect(said(), 'a screen reader knows nothing of what is outside of a dialog').toEqual([
      ['on the page'],
      ['in the dialog'],
    ]);
    const over = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000);
    rerender(drawn(false));
    expect(said()).toEqual([['on the page']]);
    rerender(drawn(true));
    act(() => {
      announce('about the dialog');
      announce('at the end of the dialog', 'window');
    });
    rerender(drawn(false));
    expect(said(), 'nobody has heard what is about the window').toEqual([
      ['on the page', 'at the end of the dialog'],
    ]);
    over.mockRestore();
    act(() => {
      announce('one');
      announce('another');
    });
    expect(said(), 'what comes at the same moment is all said').toEqual([
      ['at the end of the dialog', 'one', 'another'],
    ]);
  });

  test('a text that counts seconds is said once', () => {
    const drawn = (seconds: number) => (
      <>
        <Announcer />
        <Announced said="starting">{`starting (${seconds} s)`}</Announced>
      </>
    );
    const { rerender } = render(drawn(0));
    const first = document.querySelector('[data-announcer] p');
    expect(first?.textContent).toBe('starting');
    rerender(drawn(1));
    expect(screen.getByText('starting (1 s)')).toBeTruthy();
    expect(
      document.querySelector('[data-announcer] p'),
      'an equal text that is said again is a new element',
    ).toBe(first);
  });
});

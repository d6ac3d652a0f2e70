import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerId } from './generated/contract';
import { clearLogLines, keepLogLine, useFoundLines, useLogLines } from './serverLog';
import type { LogLine } from './serverLog';

const LOUD = 'loud' as ServerId;
const QUIET = 'quiet' as ServerId;
const LONGEST = 17 * 1024;
const line = { at: 0, serverId: LOUD, level: 'info', logger: null, text: '' };

/** What is shown after these came. */
function shown(came: readonly (typeof line)[]) {
  const { result } = renderHook(useLogLines);
  act(() => {
    for (const each of came) keepLogLine(each);
    vi.runAllTimers();
  });
  const { length, at, dropped } = result.current;
  return { items: Array.from({ length }, (_, index) => at(index) as LogLine), dropped };
}

describe('log messages', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('of one server go, the oldest first, when together they hold too much', () => {
    const text = 'x'.repeat(LONGEST - 'info'.length);
    const flood = Array.from({ length: 300 }, (_, at) => ({ ...line, at, text }));
    const { items, dropped } = shown([{ ...line, serverId: QUIET, text: 'still here' }, ...flood]);
    const fitting = Math.floor((4 * 1024 * 1024) / LONGEST);
    expect(items.map(({ serverId, at }) => [serverId, at])).toEqual([
      [QUIET, 0],
      ...flood.slice(-fitting).map(({ at }) => [LOUD, at]),
    ]);
    expect(dropped).toBe(300 - fitting);
  });

  it.each([
    ['text', 'x'.repeat(LONGEST), 'x'.repeat(LONGEST)],
    ['text', 'x'.repeat(LONGEST + 1), `${'x'.repeat(LONGEST - 48)}… (49 characters omitted)`],
    ['level', 'l'.repeat(1_208), `${'l'.repeat(208)}… (1,000 characters omitted)`],
    ['logger', 'l'.repeat(1_208), `${'l'.repeat(208)}… (1,000 characters omitted)`],
  ] as const)('have no endless %s', (part, came, kept) => {
    expect(shown([{ ...line, [part]: came }]).items.map((each) => each[part])).toEqual([kept]);
  });

  it('are looked at once by a search, and found newest first', () => {
    const looked: string[] = [];
    const wanted = (each: LogLine) => {
      looked.push(each.text);
      return each.serverId === LOUD;
    };
    const { result } = renderHook(() => useFoundLines(wanted));
    const come = (...came: { serverId: ServerId; text: string }[]) =>
      act(() => {
        for (const each of came) keepLogLine({ ...line, ...each });
        vi.runAllTimers();
      });
    come({ serverId: LOUD, text: 'a' }, { serverId: QUIET, text: 'b' });
    come({ serverId: LOUD, text: 'c' });
    const found = result.current;
    const second = found.at(1)?.number ?? 0;
    expect(Array.from({ length: found.length }, (_, index) => found.at(index)?.text)).toEqual(['c', 'a']);
    expect(found.findKey(String(second))).toBe(1);
    expect(found.findKey(String(second + 1)), 'a line that is not wanted').toBe(-1);
    expect(looked).toEqual(['a', 'b', 'c']);
    act(() => clearLogLines());
    expect(result.current.length).toBe(0);
  });
});

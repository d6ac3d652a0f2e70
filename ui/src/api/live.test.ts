import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallId, CallProgress } from './generated/contract';
import { forgetProgress, keepProgress, liveProgress, useProgress } from './live';

const report = (callId: string, progress: number, message: string | null = null): CallProgress => ({
  callId: callId as CallId,
  progress,
  total: null,
  message,
});

const known = (callId: string) => renderHook(() => useProgress(callId as CallId)).result.current;

it('of each call the last report is kept, until it ends', () => {
  for (const each of [report('a', 1), report('b', 7), report('a', 2)]) keepProgress(each);
  expect([...liveProgress.get().values()]).toEqual([report('b', 7), report('a', 2)]);
  forgetProgress('a' as CallId);
  expect([known('a'), known('b')]).toEqual([undefined, report('b', 7)]);
});

it('calls nobody has heard of for the longest go first', () => {
  keepProgress(report('first', 1));
  for (let at = 0; at < 199; at += 1) keepProgress(report(`c${at}`, at));
  keepProgress(report('first', 2));
  keepProgress(report('last', 1));
  expect([known('first'), known('c0'), known('c1'), known('last')]).toEqual([
    report('first', 2),
    undefined,
    report('c1', 1),
    report('last', 1),
  ]);
  expect(liveProgress.get().size).toBe(200);
});

it('a message has an end', () => {
  const longest = 17 * 1024;
  keepProgress(report('a', 1, 'x'.repeat(longest + 952)));
  expect(known('a')?.message).toBe(`${'x'.repeat(longest - 48)}… (1,000 characters omitted)`);
});

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallId, ServerId } from '../../api/generated/contract';
import { renderPart } from '../../test/render';
import { RunningCall } from './RunningCall';
import type { Run } from './runs';

const run: Run = {
  callId: 'c1' as CallId,
  serverId: 'demo' as ServerId,
  tool: 'long_task',
  arguments: {},
  missing: [],
  startedAt: Date.now(),
  pausedMs: 0,
  pausedAt: null,
  state: { kind: 'running', cancelling: false },
};

test.each([
  ['a half', 5, 10, '50'],
  ['more than all', 12, 10, '100'],
  ['less than nothing', -3, 10, '0'],
  ['without end', Infinity, 10, '100'],
  ['something of no end', 5, Infinity, '0'],
  ['all of a vanishing whole', 1, 5e-324, '100'],
  ['no number', NaN, 10, null],
  ['something of no number', 5, NaN, null],
  ['no end of no end', Infinity, Infinity, null],
  ['something of nothing', 5, 0, null],
  ['something of less than nothing', 5, -10, null],
  ['something of a whole nobody knows', 5, null, null],
])('a call is as far as its server says last: %s', (_what, progress, total, value) => {
  const { host } = renderPart(<RunningCall run={run} serverLabel="Demo server" />);
  act(() => {
    for (const report of [
      { progress: 9, total: 10 },
      { progress, total },
    ])
      host.emit({ kind: 'callProgress', progress: { callId: run.callId, message: null, ...report } });
  });
  const meter = screen.getByRole('progressbar');
  expect(meter.getAttribute('aria-valuenow')).toBe(value);
  expect(meter.querySelector('i')?.style.width).toBe(value === null ? '' : `${value}%`);
  expect(meter.hasAttribute('data-unknown')).toBe(value === null);
});

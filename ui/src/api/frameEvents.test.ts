import { beforeEach, expect, test } from 'vitest';
import { pass, stopClock } from '../test/clock';
import { oncePerFrame } from './frameEvents';
import type { AppEvent, ServerId } from './generated/contract';

beforeEach(stopClock);

const DEMO = 'demo' as ServerId;
const updated = (uri: string, serverId = DEMO): AppEvent => ({ kind: 'resourceUpdated', serverId, uri });
const REMOVED: AppEvent = { kind: 'serverRemoved', serverId: DEMO };
const CHANGED: AppEvent = { kind: 'policiesChanged' };

function heard() {
  const applied: AppEvent[] = [];
  return { applied, ...oncePerFrame((event) => applied.push(event)) };
}

test('of a storm of updates each resource is told once a frame', async () => {
  const { applied, hear } = heard();
  for (let count = 0; count < 10_000; count += 1) hear(updated(count % 2 === 0 ? 'a' : 'b'));
  expect(applied, 'before the frame').toEqual([]);
  await pass(20);
  expect(applied).toEqual([updated('a'), updated('b')]);
  hear(updated('a'));
  await pass(20);
  expect(applied, 'and again in the next').toEqual([updated('a'), updated('b'), updated('a')]);
});

test('any number of resources wait for a frame that does not come only up to a limit', () => {
  const { applied, hear } = heard();
  for (let count = 0; count < 1_200; count += 1) hear(updated(String(count)));
  expect(applied).toHaveLength(1_000);
});

test('other events are told at once', () => {
  const { applied, hear } = heard();
  hear(updated('a'));
  hear(CHANGED);
  expect(applied).toEqual([CHANGED]);
});

test('what was said before is told before its server is gone', async () => {
  const { applied, hear } = heard();
  hear(updated('a'));
  hear(REMOVED);
  await pass(20);
  expect(applied).toEqual([updated('a'), REMOVED]);
});

test('nothing is told once nobody listens', async () => {
  const { applied, hear, stop } = heard();
  hear(updated('a'));
  stop();
  await pass(20);
  expect(applied).toEqual([]);
});

import { createContext, runInContext } from 'node:vm';
import { deflateSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import {
  Budget,
  limitArrays,
  limitLists,
  limitMaps,
  limitUnpacking,
  SentPages,
  type ArrayScope,
} from './pdfBudget';

const LIMIT = 1_000_000;

/** A budget, and how often it was passed. */
function budget(): { budget: Budget; passed: () => number } {
  const onPassed = vi.fn();
  return { budget: new Budget(LIMIT, onPassed), passed: () => onPassed.mock.calls.length };
}

const scopeHere = (): ArrayScope & typeof globalThis =>
  ({
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    ArrayBuffer,
    Array,
  }) as unknown as ArrayScope & typeof globalThis;

/** Whether something is done without passing the limit. */
function succeeds(what: () => unknown): boolean {
  try {
    what();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

type Make = (scope: typeof globalThis) => unknown;

test.each<[what: string, make: Make, taken: number | 'too much']>([
  ['few bytes', (on) => new on.Uint8Array(4_095), 0],
  ['bytes', (on) => new on.Uint8Array(4_096), 4_096],
  ['as many as there are', (on) => new on.Uint8ClampedArray(LIMIT), LIMIT],
  ['one more', (on) => new on.Uint8Array(LIMIT + 1), 'too much'],
  ['a second one', (on) => [new on.Int8Array(LIMIT), new on.Uint8Array(4_096)], 'too much'],
  ['words', (on) => new on.Int16Array(100_000), 200_000],
  ['numbers', (on) => new on.Float64Array(125_001), 'too much'],
  ['a buffer', (on) => new on.ArrayBuffer(LIMIT), LIMIT],
  ['a view of a buffer', (on) => new on.Uint8Array(new ArrayBuffer(5_000_000), 10, 4_000_000), 0],
  ['a whole view of one', (on) => new on.Uint8Array(new ArrayBuffer(5_000_000)), 0],
  ['a copy', (on) => new on.Uint8Array(new Uint8Array(5_000)), 5_000],
  ['a copy of a list', (on) => new on.Uint8Array(Array.from({ length: 5_000 }, () => 1)), 5_000],
  ['an empty list of a length', (on) => new on.Array(1_000_000), 'too much'],
  ['a list of some parts', (on) => new on.Array(1, 2, 3), 0],
])('%s', (_what, make, taken) => {
  const scope = scopeHere();
  const { budget: counted, passed } = budget();
  limitArrays(scope, counted, vi.fn());
  const isMade = succeeds(() => make(scope));
  expect([isMade, passed(), isMade ? LIMIT - counted.left : 'too much']).toEqual(
    taken === 'too much' ? [false, 1, taken] : [true, 0, taken],
  );
});

test.each<[what: string, make: Make, ended: number, leftOut: number]>([
  ['pixels', (on) => new on.Uint8ClampedArray(40_000_000), 0, 1],
  ['samples', (on) => new on.Int16Array(10_000_000), 0, 1],
  ['few samples', (on) => new on.Int16Array(4_000_000), 1, 0],
  ['other bytes', (on) => new on.Uint8Array(40_000_000), 1, 0],
])('a picture for which too little is left is left out: %s', (_what, make, ended, leftOut) => {
  const scope = scopeHere();
  const { budget: counted, passed } = budget();
  const onPicture = vi.fn();
  limitArrays(scope, counted, onPicture);
  expect([succeeds(() => make(scope)), passed(), onPicture.mock.calls.length, counted.left]).toEqual([
    false,
    ended,
    leftOut,
    LIMIT,
  ]);
});

test.each<[what: string, program: string, isWithin: boolean]>([
  ['few numbers', 'for (let i = 0; i < 50_000; i += 1) list.push(i)', true],
  ['many numbers', 'for (let i = 0; i < 70_000; i += 1) list.push(i)', false],
  ['several at once', 'for (let i = 0; i < 7_000; i += 1) list.push(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)', false],
  ['few lists', 'for (let i = 0; i < 10_000; i += 1) list.push([])', true],
  ['many lists', 'for (let i = 0; i < 15_000; i += 1) list.push([])', false],
  [
    'many short lists in short lists',
    `const make = (deep) => {
      const made = [];
      if (deep > 0) for (let i = 0; i < 8; i += 1) made.push(make(deep - 1));
      return made;
    };
    list.push(make(5))`,
    false,
  ],
])('lists grow up to so much: %s', (_what, program, isWithin) => {
  const { budget: counted, passed } = budget();
  const scope = createContext({}) as { Array: ArrayConstructor };
  scope.Array = runInContext('Array', scope) as ArrayConstructor;
  limitLists(scope, counted);
  const isMade = succeeds(() => runInContext(`const list = []; ${program}`, scope));
  expect([isMade, passed()]).toEqual([isWithin, isWithin ? 0 : 1]);
});

test('lists grow as they did', () => {
  const scope = createContext({}) as { Array: ArrayConstructor };
  scope.Array = runInContext('Array', scope) as ArrayConstructor;
  limitLists(scope, budget().budget);
  const found: unknown = runInContext(
    `const list = [1]; const names = []; const like = { length: 3 };
    for (const name in list) names.push(name);
    JSON.stringify([list.push(), list.push('a', [2]), list, names, [].push.call(like, 'b'), like])`,
    scope,
  );
  expect(found).toBe('[1,3,[1,"a",[2]],["0"],4,{"3":"b","length":4}]');
});

test('what is put into maps counts', () => {
  const scope = { Map };
  const { budget: counted, passed } = budget();
  limitMaps(scope, new Budget(10, vi.fn()), counted);
  const map = new scope.Map<number, number>();
  const putting = (count: number) =>
    succeeds(() => {
      for (let at = 0; at < count; at += 1) map.set(at, at);
    });
  expect([putting(10_000), passed(), map.size]).toEqual([true, 0, 10_000]);
  expect([putting(10_000), passed()]).toEqual([false, 1]);
});

test('what makes arrays is otherwise as it was', () => {
  const scope = scopeHere();
  limitArrays(scope, budget().budget, vi.fn());
  expect(new scope.Uint8Array(2)).toEqual(new Uint8Array(2));
  expect(new scope.Uint8Array(2)).toBeInstanceOf(Uint8Array);
  expect(new Uint8Array(2)).toBeInstanceOf(scope.Uint8Array);
  expect(scope.Uint16Array.from([1, 2])).toEqual(new Uint16Array([1, 2]));
  expect(scope.Uint32Array.BYTES_PER_ELEMENT).toBe(4);
  expect(scope.Array.isArray([])).toBe(true);
  expect(scope.Array(3)).toHaveLength(3);
  expect(scope.Array.from({ length: 2 }, (_, at) => at)).toEqual([0, 1]);
  expect(Object.getPrototypeOf(scope.Int8Array)).toBe(Object.getPrototypeOf(Int8Array));
  class Own extends scope.Uint8Array {}
  expect(new Own(1)).toBeInstanceOf(Own);
});

/** What the library does: everything is written at once, and read to its end. */
async function unpack(packed: Uint8Array<ArrayBuffer>, counted: Budget): Promise<number> {
  const scope = { DecompressionStream };
  limitUnpacking(scope, counted);
  const { readable, writable } = new scope.DecompressionStream('deflate');
  const writer = writable.getWriter();
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);
  let length = 0;
  for await (const part of readable) length += part.length;
  return length;
}

test.each<[what: string, bytes: number, passed: number]>([
  ['nothing', 0, 0],
  ['as much as may be', LIMIT, 0],
  ['more', LIMIT + 1, 1],
  ['very much more', 200 * LIMIT, 1],
])('%s is unpacked', async (_what, bytes, times) => {
  const packed = new Uint8Array(deflateSync(new Uint8Array(bytes)));
  const { budget: counted, passed } = budget();
  const length = await unpack(packed, counted).catch(() => 'refused');
  expect([length, passed()]).toEqual([times === 0 ? bytes : 'refused', times]);
});

const asked = (page: string, streamId: number) => ({
  action: 'GetOperatorList',
  streamId,
  data: { pageProxyId: page },
});
const operations = (streamId: number, count: number) => ({
  streamId,
  chunk: { fnArray: { length: count }, argsArray: Array.from({ length: count }, () => null) },
});
const picture = (page: string, bytes: number) => ({
  action: 'obj',
  data: ['img', page, 'Image', { width: 1, data: new Uint8Array(bytes) }],
});
const shared = (bytes: number) => ({
  action: 'commonobj',
  data: ['font', 'Font', { data: new Uint8Array(bytes) }],
});
const gone = (page: string) => ({ action: 'CleanupPage', data: { pageProxyId: page } });

type Step = readonly [to: 'asked' | 'sent', message: object];

test.each<[what: string, steps: readonly Step[], passed: number]>([
  [
    'few operations',
    [
      ['asked', asked('a', 1)],
      ['sent', operations(1, 10_000)],
    ],
    0,
  ],
  [
    'many operations',
    [
      ['asked', asked('a', 1)],
      ['sent', operations(1, 30_000)],
    ],
    1,
  ],
  ['a large picture', [['sent', picture('a', LIMIT)]], 1],
  [
    'two pictures',
    [
      ['sent', picture('a', 600_000)],
      ['sent', picture('b', 600_000)],
    ],
    1,
  ],
  [
    'two, of which one is gone',
    [
      ['sent', picture('a', 600_000)],
      ['asked', gone('a')],
      ['sent', picture('b', 600_000)],
    ],
    0,
  ],
  [
    'two, and another is gone',
    [
      ['sent', picture('a', 600_000)],
      ['asked', gone('c')],
      ['sent', picture('b', 600_000)],
    ],
    1,
  ],
  [
    'operations that are gone',
    [
      ['asked', asked('a', 1)],
      ['sent', operations(1, 20_000)],
      ['asked', gone('a')],
      ['asked', asked('b', 2)],
      ['sent', operations(2, 20_000)],
    ],
    0,
  ],
  [
    'fonts stay',
    [
      ['sent', shared(600_000)],
      ['asked', gone('a')],
      ['sent', shared(600_000)],
    ],
    1,
  ],
  [
    'other messages',
    [
      ['sent', { action: 'ready', data: null }],
      ['asked', { action: 'ready', data: null }],
    ],
    0,
  ],
])('%s to be drawn', (_what, steps, times) => {
  const { budget: counted, passed } = budget();
  const pages = new SentPages(counted);
  const isSent = succeeds(() => {
    for (const [to, message] of steps) pages[to](message);
  });
  expect([isSent, passed()]).toEqual([times === 0, times]);
});

test('maps are as they were, up to so many', () => {
  const scope = { Map };
  const onPassed = vi.fn();
  limitMaps(scope, new Budget(3, onPassed), budget().budget);
  const made = [new scope.Map(), new scope.Map([['a', 1]]), new scope.Map(null)];
  expect(made.map((map) => [...map])).toEqual([[], [['a', 1]], []]);
  expect(structuredClone(made[1])).toEqual(new Map([['a', 1]]));
  expect([made.every((map) => map instanceof Map), onPassed.mock.calls.length]).toEqual([true, 0]);
  expect(succeeds(() => new scope.Map())).toBe(false);
  expect(onPassed.mock.calls.length).toBe(1);
});

import { expect, it } from 'vitest';
import { layOut } from './rowLayout';

it('finds a row by its key, beside the one that was asked for last or far from it, and says if it is not there', () => {
  const section = (key: string) => ({
    key,
    label: key,
    header: null,
    items: Array.from({ length: 300 }, (_, n) => `${key}${n}`),
  });
  const known = {
    ...section('b'),
    items: { length: 1, at: () => 'last', findKey: (key: string) => (key === 'last' ? 0 : -1) },
  };
  const layout = layOut([section('a'), section('c'), known], 28);
  const tried: string[] = [];
  const at = (key: string) => layout.indexOf(key, (item) => (tried.push(item), item));
  expect(['a0', 'a1', 'a0', 'c299', 'a299', 'c0', 'last', 'none'].map(at)).toEqual([
    0, 1, 0, 599, 299, 300, 600, -1,
  ]);
  at('a250');
  tried.length = 0;
  expect([at('a251'), tried], 'an arrow key goes to the next row').toEqual([251, ['a250', 'a251']]);
  tried.length = 0;
  expect([at('a251'), tried], 'drawing asks for the same row again').toEqual([251, []]);
});

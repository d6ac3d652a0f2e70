import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../test/render';
import { useSingleKey } from './useSingleKey';

/** Keys with the time since the first of the document, and which of them do something. */
const CASES: Record<string, { keys: readonly (readonly [ms: number, key: string])[]; done: string }> = {
  'a key alone': { keys: [[0, 'j']], done: 'j' },
  'bound keys in a row': {
    keys: [
      [0, 'j'],
      [80, 'j'],
      [160, 'k'],
    ],
    done: 'jjk',
  },
  'text that holds bound keys': {
    keys: [
      [0, 'a'],
      [150, 'k'],
      [300, 'j'],
      [450, 'k'],
    ],
    done: '',
  },
  'the next word of a text': {
    keys: [
      [0, 'a'],
      [200, ' '],
      [400, 'j'],
    ],
    done: '',
  },
  'a key long after a text': {
    keys: [
      [0, 'a'],
      [999, 'j'],
      [1_999, 'j'],
    ],
    done: 'j',
  },
  'a key after Space, which presses a button': {
    keys: [
      [0, ' '],
      [100, 'j'],
    ],
    done: 'j',
  },
  'a key after a command, which ends a text': {
    keys: [
      [0, 'a'],
      [100, 'Control+2'],
      [200, 'j'],
    ],
    done: 'j',
  },
  'a character of the third level ends none': {
    keys: [
      [0, 'a'],
      [100, 'Control+Alt+q'],
      [200, 'j'],
    ],
    done: '',
  },
  'a capital letter begins a text': {
    keys: [
      [0, 'J'],
      [100, 'k'],
    ],
    done: '',
  },
};

function Keys({ done }: { done: string[] }) {
  useSingleKey([
    ['J', () => done.push('j')],
    ['K', () => done.push('k')],
  ]);
  return <input aria-label="field" />;
}

it.each(Object.entries(CASES))('%s', (_, { keys, done: expected }) => {
  const done: string[] = [];
  renderPart(<Keys done={done} />);
  const begin = nextBegin();
  for (const [ms, key] of keys) press(document.body, key, begin + ms);
  expect(done.join('')).toBe(expected);
});

it('what is typed in a field goes on where the field has gone', () => {
  const done: string[] = [];
  const { getByLabelText } = renderPart(<Keys done={done} />);
  const begin = nextBegin();
  press(getByLabelText('field'), 'j', begin);
  press(document.body, 'k', begin + 200);
  expect(done).toEqual([]);
});

let begun = 0;
/** A time long after all that was pressed before. */
const nextBegin = (): number => (begun += 60_000);

function press(target: Element, keys: string, at: number): void {
  const held = keys.split('+');
  const key = held.pop() ?? '';
  const event = new KeyboardEvent('keydown', {
    key,
    ctrlKey: held.includes('Control'),
    altKey: held.includes('Alt'),
    shiftKey: key !== key.toLowerCase(),
    bubbles: true,
    cancelable: true,
  });
  Object.defineProperty(event, 'timeStamp', { value: at });
  act(() => void target.dispatchEvent(event));
}

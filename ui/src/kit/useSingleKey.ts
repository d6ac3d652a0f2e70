import { useHotkeys } from '@mantine/hooks';
import type { HotkeyItem } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSingleKeys } from './singleKeys';
import { bindKey, isTyped } from './typingBurst';

const OUTSIDE_FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Binds keys without Ctrl or Cmd, outside of fields and while the setting has them on. A key that is typed as text does nothing. */
export function useSingleKey(keys: HotkeyItem[]): void {
  const bound = useSingleKeys() ? keys : [];
  const names = bound.map(([hotkey]) => hotkey).join(' ');
  useEffect(() => {
    const leave = names === '' ? [] : names.split(' ').map(bindKey);
    return () => leave.forEach((each) => each());
  }, [names]);
  useHotkeys(
    bound.map(([hotkey, act]): HotkeyItem => [
      hotkey,
      (event) => {
        if (!isTyped(event)) act(event);
      },
    ]),
    OUTSIDE_FIELDS,
  );
}

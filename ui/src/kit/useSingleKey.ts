import { useHotkeys } from '@mantine/hooks';
import type { HotkeyItem } from '@mantine/hooks';
import { useSingleKeys } from './singleKeys';

const OUTSIDE_FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Binds keys without Ctrl or Cmd, outside of fields and while the setting has them on. */
export function useSingleKey(keys: HotkeyItem[]): void {
  useHotkeys(useSingleKeys() ? keys : [], OUTSIDE_FIELDS);
}

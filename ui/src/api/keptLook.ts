import { useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { Settings } from './generated/contract';
import { keys } from './keys';

/** Changes how something is shown, and remembers it for the next time. */
export function useKeepLook(): (changed: (before: Settings) => Partial<Settings>) => void {
  const client = useQueryClient();
  return (changed) => {
    const before = client.getQueryData<Settings>(keys.settings);
    if (before === undefined) return;
    const next = { ...before, ...changed(before) };
    client.setQueryData(keys.settings, next);
    // A look that could not be kept holds for as long as the window lives.
    call('setting.set', next).catch(() => undefined);
  };
}

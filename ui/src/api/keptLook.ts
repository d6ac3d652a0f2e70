import { useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { Settings } from './generated/contract';
import { answerKey, known } from './queries';

/** Changes how something is shown, and remembers it for the next time. */
export function useKeepLook(): (changed: (before: Settings) => Partial<Settings>) => void {
  const client = useQueryClient();
  return (changed) => {
    const before = known(client, 'setting.get', {});
    if (before === undefined) return;
    const next = { ...before, ...changed(before) };
    client.setQueryData(answerKey('setting.get'), next);
    // A look that could not be kept holds for as long as the window lives.
    call('setting.set', next).catch(() => undefined);
  };
}

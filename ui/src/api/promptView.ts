import { useQueryClient } from '@tanstack/react-query';
import { call } from './client';
import type { PromptView, Settings } from './generated/contract';
import { keys } from './keys';
import { useSettings } from './queries';

/** How prompts are shown: remembered for the next time. */
export function usePromptView(): [PromptView, (view: PromptView) => void] {
  const view = useSettings().data?.promptView ?? 'list';
  const client = useQueryClient();
  const keep = (promptView: PromptView): void => {
    const settings = client.getQueryData<Settings>(keys.settings);
    if (settings === undefined || promptView === view) return;
    const changed = { ...settings, promptView };
    client.setQueryData(keys.settings, changed);
    // A view that could not be kept holds for as long as the window lives.
    call('setting.set', changed).catch(() => undefined);
  };
  return [view, keep];
}

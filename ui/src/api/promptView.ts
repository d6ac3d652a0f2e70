import type { PromptView } from './generated/contract';
import { useKeepLook } from './keptLook';
import { useSettings } from './queries';

/** How prompts are shown: remembered for the next time. */
export function usePromptView(): [PromptView, (view: PromptView) => void] {
  const view = useSettings().data?.promptView ?? 'list';
  const change = useKeepLook();
  return [view, (promptView) => change(() => ({ promptView }))];
}

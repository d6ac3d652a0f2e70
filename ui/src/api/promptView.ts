import type { ServerId } from './generated/contract';
import { useResourceView } from './resourceViews';

/** How prompts are shown. */
export type PromptView = 'list' | 'gallery';

/** Kept beside the views of resources, under a name that is no server's. */
const PLACE = 'prompts' as ServerId;

/** How prompts are shown: remembered for the next time. */
export function usePromptView(): [PromptView, (view: PromptView) => void] {
  const [view, keep] = useResourceView(PLACE);
  return [view === 'gallery' ? view : 'list', keep];
}

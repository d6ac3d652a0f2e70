import type { Effect, ToolAnnotations } from '../api/generated/contract';

/** What a server claims that a tool does, read as the host reads it (`Effect::claimed`). */
export function claimedEffect({
  readOnly,
  destructive,
}: Pick<ToolAnnotations, 'readOnly' | 'destructive'>): Effect {
  if (destructive === true || (readOnly === false && destructive === null)) return 'destroys';
  if (readOnly === true) return 'reads';
  return destructive === false ? 'changes' : 'unknown';
}

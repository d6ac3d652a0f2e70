import type { ClientId, ClientProfile, ClientSnapshot } from '../../api/generated/contract';
import { createStore, useStore } from '../../lib/store';

/** What the person has chosen and not saved; kept while the window is open, so that looking elsewhere loses nothing. */
const drafts = createStore<ReadonlyMap<ClientId, ClientProfile>>(new Map());

/** What a client is to see, as it is edited; `null` puts it back to what is saved. */
export function useAccessDraft({
  id,
  profile,
}: ClientSnapshot): readonly [ClientProfile, (next: ClientProfile | null) => void] {
  const draft = useStore(drafts).get(id);
  const change = (next: ClientProfile | null): void =>
    drafts.set((before) => {
      const after = new Map(before);
      if (next === null) after.delete(id);
      else after.set(id, next);
      return after;
    });
  return [draft ?? profile, change];
}

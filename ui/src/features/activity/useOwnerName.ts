import { useFilteredClient } from '../../api/clients';
import type { SourceId } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import { visibleString } from '../../lib/visible';

/** The name of the server, webtool or client that the list is filtered by; `null` = of none, or of one that was removed. */
export function useOwnerName(filter: SourceId | null): string | null {
  const client = useFilteredClient(filter);
  const owner = useOwners().find(({ id }) => id === filter);
  const name = client?.name ?? owner?.label;
  return name === undefined ? null : visibleString(name);
}

import { useCallback, useMemo } from 'react';
import type { SourceId, ToolAnnotations } from '../../../api/generated/contract';
import { useAnswer } from '../../../api/queries';

/** What a server claims of a tool; `undefined` = the tool is not listed. */
export type Claims = (serverId: SourceId, tool: string) => ToolAnnotations | undefined;

/** What servers claim of their tools. */
export function useClaims(): Claims {
  const sections = useAnswer('tool.list', { serverId: null }).data;
  const claims = useMemo(
    () =>
      new Map(
        (sections ?? []).map(({ serverId, items }) => [
          serverId,
          new Map(items.map(({ name, annotations }) => [name, annotations])),
        ]),
      ),
    [sections],
  );
  return useCallback((serverId, tool) => claims.get(serverId)?.get(tool), [claims]);
}

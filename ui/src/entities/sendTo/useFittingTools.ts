import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Section, SourceId, ToolDetail, ToolHead } from '../../api/generated/contract';
import { asked, useAnswer } from '../../api/queries';
import { searchOver } from '../../lib/search';
import { fitsOf, type Fit, type Sendable } from './fits';

/** A tool with an argument that a content fits. */
export interface FittingTool {
  head: ToolHead;
  fit: Fit;
}

/** So many are shown; the search finds the others. */
const SHOWN = 100;

/** Definitions that are asked for at once. */
const AT_ONCE = 32;

/** More are not looked at for one search. */
const LOOKED_AT = 2_000;

/** The tools with an argument that a content fits; `undefined` while nobody knows. */
export function useFittingTools(content: Sendable, query: string): readonly FittingTool[] | undefined {
  const client = useQueryClient();
  const sections = useAnswer('tool.list', { serverId: null }).data;
  const [found, setFound] = useState<readonly FittingTool[]>();
  useEffect(() => {
    if (sections === undefined) return undefined;
    const stop = new AbortController();
    const definitionOf = (head: ToolHead): Promise<ToolDetail | null> =>
      client
        .fetchQuery({
          ...asked('tool.get', { serverId: head.serverId, name: head.name }),
          staleTime: Infinity,
        })
        // A tool that is gone by now fits nothing.
        .catch(() => null);
    const look = async (): Promise<void> => {
      const tools: FittingTool[] = [];
      const wanted = headsOf(sections, query);
      for (let at = 0; at < wanted.length && tools.length < SHOWN; at += AT_ONCE) {
        const details = await Promise.all(wanted.slice(at, at + AT_ONCE).map(definitionOf));
        if (stop.signal.aborted) return;
        for (const detail of details)
          if (detail !== null)
            tools.push(...fitsOf(detail, content).map((fit) => ({ head: detail.head, fit })));
      }
      setFound(tools.slice(0, SHOWN));
    };
    void look();
    return () => stop.abort();
  }, [client, sections, query, content]);
  return found;
}

const searchHeads = searchOver((head: ToolHead) => [head.title, head.name, head.description]);

function headsOf(sections: readonly Section<ToolHead, SourceId>[], query: string): ToolHead[] {
  const isWanted = searchHeads(query);
  const heads = sections.flatMap(({ items }) => items);
  return (isWanted === null ? heads : heads.filter(isWanted)).slice(0, LOOKED_AT);
}

import { useMemo, useState } from 'react';
import type { ResourceHead, ServerId } from '../../api/generated/contract';
import type { Marks } from '../../kit/SectionScroller';
import { entryKey, rowKey } from './rows';
import type { Row } from './rows';

/** So many are saved together at most (`resource.saveMany`); more are not marked. */
export const MARKED_AT_ONCE = 1_000;

/** Resources that are marked to be saved together. */
export interface MarkedResources {
  heads: readonly ResourceHead[];
  marks: Marks<Row>;
  /** These alone stay marked. */
  keep: (resources: readonly { serverId: ServerId; uri: string }[]) => void;
}

const headOf = (row: Row): ResourceHead | null =>
  row.kind === 'entry' && row.entry.kind === 'resource' ? row.entry.head : null;

/** Which resources are marked; of templates and of lists that failed nothing can be saved. */
export function useMarks(): MarkedResources {
  const [marked, setMarked] = useState<ReadonlyMap<string, ResourceHead>>(new Map());
  return useMemo(() => {
    const add = (rows: readonly Row[]): void =>
      setMarked((before) => {
        const next = new Map(before);
        for (const row of rows) {
          if (next.size >= MARKED_AT_ONCE) break;
          const head = headOf(row);
          if (head !== null) next.set(rowKey(row), head);
        }
        return next;
      });
    return {
      heads: [...marked.values()],
      keep: (resources) => {
        const kept = new Set(resources.map(({ serverId, uri }) => entryKey(serverId, 'resource', uri)));
        setMarked((before) => new Map([...before].filter(([key]) => kept.has(key))));
      },
      marks: {
        isMarked: (row) => (headOf(row) === null ? null : marked.has(rowKey(row))),
        onAdd: add,
        onToggle: (row) => {
          const key = rowKey(row);
          if (!marked.has(key)) return add([row]);
          return setMarked((before) => new Map([...before].filter(([each]) => each !== key)));
        },
      },
    };
  }, [marked]);
}

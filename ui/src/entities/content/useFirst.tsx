import { useState, type ReactNode } from 'react';
import type { Content } from '../../api/generated/contract';
import { Button } from '../../kit/controls';
import { t } from '../../words/translate';

/** So much is drawn at once. */
const ENOUGH = 100;

/** Characters of an embedded text that are laid out as easily as a block of plain text is. */
const EASY_CHARACTERS = 2_000;

interface First<T> {
  first: readonly T[];
  /** The button that draws more of them. */
  more: ReactNode;
}

/** The first parts of what a server sent, however many there are; more of them at a press. */
export function useFirst<T>(all: readonly T[], weightOf: (part: T) => number = () => 1): First<T> {
  const [wanted, setWanted] = useState<number | null>(null);
  const count = Math.min(wanted ?? enough(all, weightOf), all.length);
  const left = all.length - count;
  return {
    first: left === 0 ? all : all.slice(0, count),
    more: left > 0 && (
      <Button
        size="xs"
        variant="subtle"
        onClick={() => setWanted(count + enough(all.slice(count), weightOf))}
      >
        {t('content.showMoreItems', { count: left })}
      </Button>
    ),
  };
}

/** How many parts are enough at once; at least one. */
function enough<T>(all: readonly T[], weightOf: (part: T) => number): number {
  let weight = 0;
  for (const [index, part] of all.entries()) {
    weight += weightOf(part);
    if (weight > ENOUGH) return Math.max(1, index);
  }
  return all.length;
}

/** What a block takes to be drawn; of a long plain text only the beginning is, but a resource may be a whole document. */
export function weightOfBlock(block: Content): number {
  switch (block.kind) {
    case 'text':
    case 'resourceLink':
    case 'unknown':
      return 1;
    case 'image':
    case 'audio':
      return 5;
    case 'resource':
      return 5 + (block.body.kind === 'text' ? block.body.text.length / EASY_CHARACTERS : 0);
  }
}

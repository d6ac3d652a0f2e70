import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { announce } from '../lib/announce';

interface AnnouncedProps extends ComponentProps<'div'> {
  /** What is said instead of the text, where a part of the text counts seconds. */
  said?: string | undefined;
  as?: 'div' | 'p' | 'span';
}

/** Says its text through the window's live region, when it appears and whenever it changes. */
export function Announced({ as: Drawn = 'div', said, ...rest }: AnnouncedProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef('');
  useEffect(() => {
    const text = said ?? box.current?.textContent ?? '';
    if (text === before.current) return;
    before.current = text;
    announce(text);
  });
  // Each of these elements takes what a `div` takes.
  const Box = Drawn as 'div';
  return <Box ref={box} {...rest} />;
}

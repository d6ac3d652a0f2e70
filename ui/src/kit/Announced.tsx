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
    const element = box.current;
    const say = (): void => {
      const text = said ?? element?.textContent ?? '';
      if (text === before.current) return;
      before.current = text;
      announce(text);
    };
    say();
    if (element === null || said !== undefined) return;
    const watch = new MutationObserver(say);
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [said]);
  // Each of these elements takes what a `div` takes.
  const Box = Drawn as 'div';
  return <Box ref={box} {...rest} />;
}

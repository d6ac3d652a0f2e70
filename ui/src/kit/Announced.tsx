import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { announce } from '../lib/announce';

interface AnnouncedProps extends ComponentProps<'div'> {
  as?: 'div' | 'p' | 'span';
}

/** Says its text through the window's live region, when it appears and whenever it changes. */
export function Announced({ as: Drawn = 'div', ...rest }: AnnouncedProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const said = useRef('');
  useEffect(() => {
    const text = box.current?.textContent ?? '';
    if (text === said.current) return;
    said.current = text;
    announce(text);
  });
  // Each of these elements takes what a `div` takes.
  const Box = Drawn as 'div';
  return <Box ref={box} {...rest} />;
}

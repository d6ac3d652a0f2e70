import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { announce } from '../lib/announce';

/** Says its text through the window's live region, when it appears and whenever it changes. */
export function Announced(props: ComponentProps<'div'>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const said = useRef('');
  useEffect(() => {
    const text = box.current?.textContent ?? '';
    if (text === said.current) return;
    said.current = text;
    announce(text);
  });
  return <div ref={box} {...props} />;
}

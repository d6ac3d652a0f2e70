import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Tooltip as MantineTooltip } from '@mantine/core';
import { beginning } from '../lib/beginning';

/** The pointer rests so long before a tooltip is shown, as long as the theme has it. */
const RESTS_MS = 400;

/** More of a text is not read in a tooltip. */
const MOST_CHARACTERS = 1_000;

interface TipProps {
  /** What a tooltip says about it. */
  label: string | undefined;
  /** `cut`: only while some of its own text is cut off. */
  when?: 'always' | 'cut';
  draggable?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Text with a tooltip for the mouse alone, where a row holds no tab stop. It costs nothing until it is pointed at. */
export function Tip({ label = '', when = 'always', children, ...rest }: TipProps): ReactNode {
  const element = useRef<HTMLSpanElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const isCut = (): boolean => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    return scrollWidth > clientWidth;
  };
  return (
    <>
      <span
        ref={element}
        {...rest}
        onMouseEnter={() => setPointedAt(label !== '' && (when === 'always' || isCut()))}
        onMouseLeave={() => setPointedAt(false)}
      >
        {children}
      </span>
      {isPointedAt && <Shown target={element} label={beginning(label, MOST_CHARACTERS)} />}
    </>
  );
}

function Shown({ target, label }: { target: RefObject<HTMLElement | null>; label: string }): ReactNode {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), RESTS_MS);
    return () => clearTimeout(timer);
  }, []);
  // A screen reader has the whole text without it.
  return <MantineTooltip aria-hidden target={target} label={label} opened={rested} hideDetached={false} />;
}

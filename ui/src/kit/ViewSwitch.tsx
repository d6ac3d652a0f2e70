import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Segments } from './Segments';

interface ViewSwitchProps<V> {
  label: string;
  data: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** The switch that had the focus when its view left the page. */
const left = { label: '' };

/** Goes from one view of a screen to another. Each view draws its own switch: the focus goes on to that of the next. */
export function ViewSwitch<V extends string>({ label, ...segments }: ViewSwitchProps<V>): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = place.current;
    if (left.label === label && document.activeElement === document.body)
      here?.querySelector<HTMLInputElement>('input:checked')?.focus();
    left.label = '';
    return () => {
      if (here?.contains(document.activeElement) === true) left.label = label;
    };
  }, [label]);
  return <Segments ref={place} label={label} {...segments} />;
}

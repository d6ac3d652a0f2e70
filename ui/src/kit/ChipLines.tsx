import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format';
import { t } from '../words/translate';
import { Button } from './Button';
import { Icon } from './Icon';
import styles from './chipLines.module.css';

/** So many lines are shown at first. */
const LINES = 2;

/** Groups of chips in two lines; the further ones are shown on demand, and as long as one of them is chosen. */
export function ChipLines({ children }: { children: ReactNode }): ReactNode {
  const lines = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [further, setFurther] = useState({ count: 0, areChosen: false });
  const isExpanded = isOpen || further.areChosen;

  useLayoutEffect(() => {
    const box = lines.current;
    if (box === null) return undefined;
    const measure = (): void => {
      const chips = [...box.querySelectorAll<HTMLElement>('[role="group"] > *')];
      const tops = [...new Set(chips.map(({ offsetTop }) => offsetTop))].toSorted((a, b) => a - b);
      const limit = tops[LINES];
      const below = chips.filter(({ offsetTop }) => limit !== undefined && offsetTop >= limit);
      const areChosen = below.some((chip) => chip.querySelector('input:checked') !== null);
      // What is cut off is out of reach of the keyboard, too.
      for (const chip of chips) chip.inert = !(isOpen || areChosen) && below.includes(chip);
      box.style.maxHeight = limit === undefined || isOpen || areChosen ? '' : `${limit - (tops[0] ?? 0)}px`;
      setFurther((before) =>
        before.count === below.length && before.areChosen === areChosen
          ? before
          : { count: below.length, areChosen },
      );
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(box);
    return () => resized.disconnect();
  });

  return (
    <div className={styles.frame}>
      <div ref={lines} className={styles.lines}>
        {children}
      </div>
      {further.count > 0 && !further.areChosen && (
        <Button
          size="xs"
          variant="subtle"
          className={styles.more}
          aria-expanded={isExpanded}
          aria-label={t(isOpen ? 'shared.filters.fewer' : 'shared.filters.more', { count: further.count })}
          rightSection={<Icon name={isOpen ? 'up' : 'down'} size={12} />}
          onClick={() => setOpen(!isOpen)}
        >
          {!isOpen && `+${formatNumber(further.count)}`}
        </Button>
      )}
    </div>
  );
}

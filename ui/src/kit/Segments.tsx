import { useId } from 'react';
import type { ReactNode } from 'react';
import './segments.css';
import { visibleString } from '../lib/visible';
import { VisibleText } from './VisibleText';

interface Segment {
  label: ReactNode;
  title?: string | undefined;
}

interface SegmentsProps {
  /** `one` is a radio group, `many` a group of toggles. */
  pick: 'one' | 'many';
  segments: readonly Segment[];
  chosen: readonly number[];
  onPick: (index: number) => void;
  onBlur?: () => void;
  labelledBy?: string | undefined;
  label?: string;
  required?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
}

/** A few choices side by side: native radio buttons or check boxes underneath, so keys and readers just work. */
export function Segments({ pick, segments, chosen, onPick, ...rest }: SegmentsProps) {
  const name = useId();
  return (
    <div
      role={pick === 'one' ? 'radiogroup' : 'group'}
      className="segments"
      data-many={pick === 'many' || undefined}
      data-invalid={rest.invalid || undefined}
      aria-label={rest.label && visibleString(rest.label)}
      aria-labelledby={rest.labelledBy}
      aria-describedby={rest.describedBy}
      aria-required={pick === 'one' && rest.required ? true : undefined}
      onBlur={rest.onBlur}
    >
      {segments.map(({ label, title }, index) => (
        <label key={index} className="segment" title={title && visibleString(title)}>
          <input
            type={pick === 'one' ? 'radio' : 'checkbox'}
            name={name}
            checked={chosen.includes(index)}
            onChange={() => onPick(index)}
          />
          <span>{typeof label === 'string' ? <VisibleText text={label} /> : label}</span>
        </label>
      ))}
    </div>
  );
}

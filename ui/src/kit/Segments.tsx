import { Chip, SegmentedControl } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { cx } from '../lib/cx';
import { visibleString } from '../lib/visible';
import { Tooltip } from './Tooltip';
import { VisibleText } from './VisibleText';
import styles from './segments.module.css';

interface Segment<V> {
  value: V;
  label: ReactNode;
  /** What choosing it means, as a tooltip. */
  title?: string | undefined;
  disabled?: boolean;
}

interface GroupProps<V> {
  data: readonly Segment<V>[];
  label?: string;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean;
  className?: string | undefined;
  onBlur?: () => void;
}

interface SegmentsProps<V> extends GroupProps<V> {
  /** `null` = none is chosen. */
  value: V | null;
  onChange: (value: V) => void;
  size?: 'xs' | 'sm';
  required?: boolean;
  ref?: Ref<HTMLDivElement>;
}

const shown = <V,>({ label, title }: Segment<V>): ReactNode => {
  const text = <span>{typeof label === 'string' ? <VisibleText text={label} /> : label}</span>;
  return title === undefined ? text : <Tooltip label={visibleString(title)}>{text}</Tooltip>;
};

const named = <V,>({ label, labelledBy, describedBy }: GroupProps<V>) => ({
  'aria-label': label && visibleString(label),
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
});

/** One of a few choices, side by side: a radio group. */
export function Segments<V extends string | number>(props: SegmentsProps<V>): ReactNode {
  const { data, value, onChange, size = 'sm', required, invalid, className, onBlur, ref } = props;
  return (
    <SegmentedControl
      {...(ref === undefined ? {} : { ref })}
      {...named(props)}
      className={cx(styles.segments, className)}
      size={size}
      data={data.map((segment) => ({ value: String(segment.value), label: shown(segment) }))}
      value={value === null ? '' : String(value)}
      onChange={(picked) => {
        const chosen = data.find((segment) => String(segment.value) === picked);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      data-invalid={invalid || undefined}
      aria-required={required || undefined}
      onBlur={onBlur}
    />
  );
}

interface TogglesProps<V> extends GroupProps<V> {
  value: readonly V[];
  onChange: (value: V[]) => void;
}

/** Several of a few choices, side by side: check boxes. */
export function Toggles<V extends string | number>(props: TogglesProps<V>): ReactNode {
  const { data, value, onChange, invalid, className, onBlur } = props;
  const toggle = ({ value: own }: Segment<V>): void =>
    onChange(value.includes(own) ? value.filter((other) => other !== own) : [...value, own]);
  return (
    <div
      role="group"
      {...named(props)}
      className={cx(styles.toggles, className)}
      data-invalid={invalid || undefined}
    >
      {data.map((segment) => (
        <Chip
          key={segment.value}
          size="xs"
          radius="sm"
          variant="outline"
          checked={value.includes(segment.value)}
          disabled={segment.disabled ?? false}
          onChange={() => toggle(segment)}
          onBlur={onBlur}
          classNames={{ label: styles['toggle'] ?? '', iconWrapper: styles['toggleIcon'] ?? '' }}
        >
          {shown(segment)}
        </Chip>
      ))}
    </div>
  );
}

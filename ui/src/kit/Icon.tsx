import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './icon.module.css';
import { ICON_PATHS } from './iconPaths';
import type { IconName } from './iconPaths';
import { cx } from '../lib/cx';
import iconsStyles from './icons.module.css';

interface IconProps {
  name: IconName;
  size?: 12 | 14 | 16 | 20;
  /** Only for a picture that says something no word beside it says. */
  label?: string;
  className?: string;
}

/**
 * In the units of the 24 box. It belongs on an element within the `svg`: WebKit applies the zoom of the window twice
 * to what the `svg` itself hands down, and to a `non-scaling-stroke`.
 */
const stroke = (size: number): number => (1.5 * 24) / size;

/** A picture of the host's own set: 24 box, 1.5 px stroke at every size, in the colour of the text. */
export function Icon({ name, size = 16, label, className }: IconProps): ReactNode {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={cx(iconsStyles.icon, className)}
      data-part="icon"
      {...named}
    >
      <g strokeWidth={stroke(size)}>{ICON_PATHS[name]}</g>
    </svg>
  );
}

/** Something is going on: a ring that turns, or three dots where nothing may move. */
export function Spinner({ size = 12 }: { size?: 12 | 14 | 16 }): ReactNode {
  return (
    <span className={styles['working']}>
      <Loader size={size} color="currentColor" className={styles['moving']} aria-hidden />
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        className={cx(iconsStyles.icon, styles['still'])}
        data-part="icon"
        aria-hidden
      >
        <path d="M4 12h.01M12 12h.01M20 12h.01" strokeWidth={(4 * 24) / size} />
      </svg>
    </span>
  );
}

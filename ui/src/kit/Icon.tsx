import type { ReactNode } from 'react';
import { ICON_PATHS } from './iconPaths';
import type { IconName } from './iconPaths';

interface IconProps {
  name: IconName;
  size?: 12 | 14 | 16 | 20;
  /** Only for a picture that says something no word beside it says. */
  label?: string;
  className?: string;
}

/** A picture of the host's own set: 24 box, 1.5 px stroke at every size, in the colour of the text. */
export function Icon({ name, size = 16, label, className }: IconProps): ReactNode {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={`icon ${className ?? ''}`} {...named}>
      {ICON_PATHS[name]}
    </svg>
  );
}

/** Something is going on. */
export function Spinner({ size = 12 }: { size?: 12 | 14 | 16 }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="icon acc spin" aria-hidden>
      <circle cx="12" cy="12" r="9" opacity=".25" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}

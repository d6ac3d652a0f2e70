import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  /** Nothing is shown for an empty text. */
  label: ReactNode;
  /** The element it describes: hovered, or focused by keyboard. */
  children: ReactElement;
  position?: 'top' | 'bottom' | 'left' | 'right';
}

/** A remark on one element, for the mouse and for the keyboard. */
export function Tooltip({ label, children, position }: TooltipProps): ReactNode {
  const nothing = label === undefined || label === null || label === '';
  return (
    <MantineTooltip
      label={label}
      disabled={nothing}
      {...(position === undefined ? {} : { position })}
      events={{ hover: true, focus: true, touch: false }}
    >
      {children}
    </MantineTooltip>
  );
}

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface AnswerButtonProps {
  armed: boolean;
  variant?: 'filled' | 'subtle' | 'default';
  color?: string;
  /** A key that does the same: a plain one outside fields, one with `mod` also while typing. */
  shortcut?: string;
  onClick: () => void;
  children: string;
}

const IN_FIELDS_TOO: string[] = [];
const OUTSIDE_FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

/** An answer. Until the question has been in view for a moment the button is there but does nothing. */
export function AnswerButton({
  armed,
  variant = 'default',
  color,
  shortcut,
  onClick,
  children,
}: AnswerButtonProps): ReactNode {
  const press = (event: KeyboardEvent): void => {
    // A dialog over the question takes no answers for it.
    const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
    if (armed && !inDialog && !event.repeat) onClick();
  };
  useHotkeys(
    shortcut === undefined ? [] : [[shortcut, press]],
    shortcut?.startsWith('mod+') ? IN_FIELDS_TOO : OUTSIDE_FIELDS,
  );
  return (
    <Button
      size="md"
      variant={variant}
      {...(color === undefined ? {} : { color })}
      aria-disabled={!armed}
      {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut.replace('mod', 'Control') })}
      onClick={() => armed && onClick()}
    >
      {children}
    </Button>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface AnswerButtonProps {
  armed: boolean;
  variant?: 'filled' | 'subtle' | 'default';
  color?: string;
  onClick: () => void;
  children: string;
}

/** An answer. Until the question has been in view for a moment the button is there but does nothing. */
export function AnswerButton({
  armed,
  variant = 'default',
  color,
  onClick,
  children,
}: AnswerButtonProps): ReactNode {
  return (
    <Button
      size="md"
      variant={variant}
      {...(color === undefined ? {} : { color })}
      aria-disabled={!armed}
      onClick={() => armed && onClick()}
    >
      {children}
    </Button>
  );
}

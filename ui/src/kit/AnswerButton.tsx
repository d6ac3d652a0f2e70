import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { ariaKeys } from '../lib/platform';
import { ignoreHeld, useArmed } from './useArmed';

interface AnswerButtonProps {
  variant?: 'filled' | 'subtle' | 'default';
  color?: string;
  title?: string;
  /** Whether there is anything it could do. */
  usable?: boolean;
  /** Keys that do the same, in fields too. A letter alone may be text and answers nothing. */
  shortcut?: `mod+${string}`;
  onClick: () => void;
  children: string;
}

const IN_FIELDS_TOO: string[] = [];

/**
 * An answer. Until it has stood still in view for a moment the button is there but does nothing. One that says something
 * else is another button, also in the same place: the second half of a double click does not reach it.
 */
export function AnswerButton(props: AnswerButtonProps): ReactNode {
  return <OneAnswer key={props.children} {...props} />;
}

function OneAnswer({
  variant = 'default',
  color,
  title,
  usable = true,
  shortcut,
  onClick,
  children,
}: AnswerButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const { armed, isArmed } = useArmed(button);
  const answer = (): void => {
    if (isArmed() && usable) onClick();
  };
  const press = (event: KeyboardEvent): void => {
    if (!event.repeat && !inAnotherDialog(event.target, button.current)) answer();
  };
  useHotkeys(shortcut === undefined ? [] : [[shortcut, press]], IN_FIELDS_TOO);
  return (
    <Button
      ref={button}
      size="md"
      variant={variant}
      {...(color === undefined ? {} : { color })}
      {...(title === undefined ? {} : { title })}
      aria-disabled={!armed || !usable}
      {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': ariaKeys(shortcut) })}
      onKeyDown={ignoreHeld}
      onClick={answer}
    >
      {children}
    </Button>
  );
}

/** A dialog over the question takes no answers for it; a question within one does. */
function inAnotherDialog(target: EventTarget | null, button: HTMLElement | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
  return dialog !== null && !dialog.contains(button);
}

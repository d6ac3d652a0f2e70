import { Button as MantineButton } from '@mantine/core';
import type { ButtonProps as MantineButtonProps } from '@mantine/core';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { Tooltip } from './Tooltip';

export type ButtonProps = MantineButtonProps &
  Omit<ComponentProps<'button'>, keyof MantineButtonProps | 'ref'> & { ref?: Ref<HTMLButtonElement> };

/** A button; its `title` is a tooltip, for the keyboard too. */
export function Button({ title, ...rest }: ButtonProps): ReactNode {
  if (title === undefined) return <MantineButton {...rest} />;
  return (
    <Tooltip label={title}>
      <MantineButton {...rest} />
    </Tooltip>
  );
}

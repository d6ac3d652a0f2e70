import { Button as MantineButton } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tooltip } from './Tooltip';

export type { ButtonProps } from '@mantine/core';

function WithTooltip({ title, ...rest }: ButtonProps & { title?: string }): ReactNode {
  if (title === undefined) return <MantineButton {...rest} />;
  return (
    <Tooltip label={title}>
      <MantineButton {...rest} />
    </Tooltip>
  );
}

/** A button; its `title` is a tooltip, for the keyboard too. */
export const Button = WithTooltip as typeof MantineButton;

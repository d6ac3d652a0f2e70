import { ActionIcon as MantineActionIcon } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { Tooltip } from './Tooltip';

type Props = ActionIconProps &
  Omit<ComponentProps<'button'>, keyof ActionIconProps | 'ref'> & { ref?: Ref<HTMLButtonElement> };

/** A button with a picture; what it does is its name, and its `title` a tooltip. */
export function ActionIcon({ title, ...rest }: Props): ReactNode {
  return (
    <Tooltip label={title}>
      <MantineActionIcon {...rest} />
    </Tooltip>
  );
}

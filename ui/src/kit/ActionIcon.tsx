import { ActionIcon as MantineActionIcon } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Tooltip } from './Tooltip';

function WithTooltip({ title, ...rest }: ActionIconProps & { title?: string }): ReactNode {
  if (title === undefined) return <MantineActionIcon {...rest} />;
  return (
    <Tooltip label={title}>
      <MantineActionIcon {...rest} />
    </Tooltip>
  );
}

/** A button with a picture; what it does is its name, and its `title` a tooltip. */
export const ActionIcon = WithTooltip as typeof MantineActionIcon;

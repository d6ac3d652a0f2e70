import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { Icon } from './Icon';
import type { IconName } from './iconPaths';
import { Tooltip } from './Tooltip';

interface ChipProps {
  tone?: 'plain' | 'ok' | 'lamp' | 'bad' | 'acc';
  icon?: IconName;
  /** More about it, as a tooltip. */
  title?: string | undefined;
  children: ReactNode;
}

/** A short mark: a status or a property. */
export function Chip({ tone = 'plain', icon, title, children }: ChipProps): ReactNode {
  const badge = (
    <Badge
      classNames={{ root: styles['chip'] ?? '', label: styles['label'] ?? '' }}
      data-tone={tone}
      leftSection={icon === undefined ? null : <Icon name={icon} size={12} />}
      // What it says more is reached by the keyboard too.
      {...(title === undefined ? {} : { tabIndex: 0 })}
    >
      {children}
    </Badge>
  );
  return title === undefined ? badge : <Tooltip label={title}>{badge}</Tooltip>;
}

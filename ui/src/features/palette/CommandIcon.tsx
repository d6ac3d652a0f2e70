import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import iconsStyles from '../../kit/icons.module.css';

/** The icon of what is done, in the place where things have theirs. */
export function CommandIcon({ name }: { name: IconName }): ReactNode {
  return (
    <span className={iconsStyles['entry-icon']}>
      <Icon name={name} />
    </span>
  );
}

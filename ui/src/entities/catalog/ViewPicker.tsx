import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { Segments } from '../../kit/controls';
import layout from '../../styles/layout.module.css';
import styles from './viewPicker.module.css';

interface ViewPickerProps<V> {
  /** Accessible name. */
  label: string;
  views: readonly { value: V; icon: IconName; name: string }[];
  view: V;
  onView: (view: V) => void;
}

/** Chooses how a list is shown. */
export function ViewPicker<V extends string>({ label, views, view, onView }: ViewPickerProps<V>): ReactNode {
  return (
    <Segments
      size="xs"
      className={styles.switch}
      label={label}
      data={views.map(({ value, icon, name }) => ({
        value,
        title: name,
        label: (
          <span className={styles.view}>
            <Icon name={icon} size={14} />
            <span className={layout['sr-only']}>{name}</span>
          </span>
        ),
      }))}
      value={view}
      onChange={onView}
    />
  );
}

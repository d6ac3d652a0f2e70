import type { ReactNode } from 'react';
import type { ResourceView } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { Segments } from '../../kit/controls';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './views.module.css';

const VIEWS: readonly [ResourceView, IconName][] = [
  ['list', 'list'],
  ['tree', 'tree'],
  ['gallery', 'grid'],
];

interface ResourceViewPickerProps {
  view: ResourceView;
  onView: (view: ResourceView) => void;
}

/** Chooses how resources are shown. */
export function ResourceViewPicker({ view, onView }: ResourceViewPickerProps): ReactNode {
  return (
    <Segments
      size="xs"
      className={styles.switch}
      label={t('resources.views.label')}
      data={VIEWS.map(([value, icon]) => ({
        value,
        title: t(`resources.views.${value}`),
        label: (
          <span className={styles.view}>
            <Icon name={icon} size={14} />
            <span className={layout['sr-only']}>{t(`resources.views.${value}`)}</span>
          </span>
        ),
      }))}
      value={view}
      onChange={onView}
    />
  );
}

import type { ReactNode } from 'react';
import type { ResourceView } from '../../api/generated/contract';
import { ViewPicker } from '../../entities/catalog/ViewPicker';
import type { IconName } from '../../kit/iconPaths';
import { t } from '../../words/translate';

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
    <ViewPicker
      label={t('resources.views.label')}
      views={VIEWS.map(([value, icon]) => ({ value, icon, name: t(`resources.views.${value}`) }))}
      view={view}
      onView={onView}
    />
  );
}

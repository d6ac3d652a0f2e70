import { ActionIcon, Tooltip } from '../../kit/controls';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { formatShare } from '../../lib/format';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './preview.module.css';

interface ZoomBarProps {
  /** The sizes to go through, ascending; 1 = its own size. */
  steps: readonly number[];
  zoom: number | 'fit';
  onZoom: (zoom: number) => void;
  onFit: () => void;
}

/** How large something is shown, with buttons for more and less of it. */
export function ZoomBar({ steps, zoom, onZoom, onFit }: ZoomBarProps): ReactNode {
  const size = zoom === 'fit' ? 1 : zoom;
  const smaller = () => onZoom(steps.findLast((step) => step < size) ?? size);
  const larger = () => onZoom(steps.find((step) => step > size) ?? size);
  return (
    <div className={cx(styles['preview-zooms'], layout.row, layout.end)}>
      <ZoomButton label={t('content.preview.zoomOut')} onClick={smaller} icon="minus" />
      <output className={styles['preview-zoom']} aria-label={t('content.preview.zoom')}>
        {zoom === 'fit' ? t('content.preview.fit') : formatShare(zoom * 100)}
      </output>
      <ZoomButton label={t('content.preview.zoomIn')} onClick={larger} icon="plus" />
      <ZoomButton label={t('content.preview.fit')} onClick={onFit} icon="fit" />
    </div>
  );
}

type ZoomButtonProps = { readonly label: string; readonly icon: IconName; readonly onClick: () => void };

function ZoomButton({ label, icon, onClick }: ZoomButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

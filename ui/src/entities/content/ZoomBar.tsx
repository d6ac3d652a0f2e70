import { ActionIcon, Tooltip } from '../../kit/controls';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { formatShare } from '../../lib/format';
import { stepped } from '../../lib/zoom';
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
  /** How large it is now, where that is known while it is fitted. */
  now?: () => number;
  /** Keys that do the same. */
  keys?: Readonly<Record<'in' | 'out' | 'fit', string>>;
}

/** How large something is shown, with buttons for more and less of it. */
export function ZoomBar({ steps, zoom, onZoom, onFit, now, keys }: ZoomBarProps): ReactNode {
  const size = now ?? (() => (zoom === 'fit' ? 1 : zoom));
  const smaller = () => onZoom(stepped(steps, size(), 'out'));
  const larger = () => onZoom(stepped(steps, size(), 'in'));
  return (
    <div className={cx(styles['preview-zooms'], layout.row, layout.end)}>
      <ZoomButton label={t('content.preview.zoomOut')} onClick={smaller} icon="minus" keys={keys?.out} />
      <output className={styles['preview-zoom']} aria-label={t('common.zoom')}>
        {zoom === 'fit' ? t('content.preview.fit') : formatShare(zoom * 100)}
      </output>
      <ZoomButton label={t('content.preview.zoomIn')} onClick={larger} icon="plus" keys={keys?.in} />
      <ZoomButton label={t('content.preview.fit')} onClick={onFit} icon="fit" keys={keys?.fit} />
    </div>
  );
}

interface ZoomButtonProps {
  label: string;
  icon: IconName;
  onClick: () => void;
  keys: string | undefined;
}

function ZoomButton({ label, icon, onClick, keys }: ZoomButtonProps): ReactNode {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} aria-keyshortcuts={keys} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

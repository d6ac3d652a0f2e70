import { ActionIcon, Tooltip } from '../../kit/controls';
import { useState, type ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { useObjectUrl } from '../../lib/objectUrl';
import { formatShare } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import type { IconName } from '../../kit/iconPaths';
import { t } from '../../words/translate';
import { MessageText } from '../message/MessageText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './preview.module.css';

interface PictureProps {
  label: string;
  media: Media;
  /** What is shown below the fault if it cannot be drawn. */
  instead?: ReactNode;
  /** Says how large it is, once that is known. */
  onPixels?: (pixels: Pixels) => void;
}

/** How large a picture is. */
export type Pixels = { readonly width: number; readonly height: number };
type Zoom = 'fit' | number;

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8] as const;

/** A picture on a chequered ground, fitted to the room there is until somebody zooms. */
export function Picture({ label, media, instead, onPixels }: PictureProps): ReactNode {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [pixels, setPixels] = useState<Pixels | null>(null);
  const [broken, setBroken] = useState(false);

  const source = useObjectUrl(media.problem === null ? media : null);

  if (media.problem !== null || broken)
    return (
      <div className={styles['preview-broken']}>
        <Note tone="bad">
          {media.problem === null ? (
            t('content.preview.imageFailed')
          ) : (
            <MessageText message={media.problem} />
          )}
        </Note>
        {instead}
      </div>
    );

  const step = (by: 1 | -1): void => setZoom(nextStep(zoom === 'fit' ? 1 : zoom, by));
  return (
    <div className={styles['preview-picture']}>
      <div className={styles['preview-bar']}>
        <span className={cx(layout.t3, layout.fs12, layout.num)}>
          {pixels === null ? '' : t('content.size', pixels)}
        </span>
        <div className={cx(styles.row, layout.row, layout.end)}>
          <PictureButton label={t('content.preview.zoomOut')} onClick={() => step(-1)} icon="minus" />
          <output className={styles['preview-zoom']} aria-label={t('content.preview.zoom')}>
            {zoom === 'fit' ? t('content.preview.fit') : formatShare(zoom * 100)}
          </output>
          <PictureButton label={t('content.preview.zoomIn')} onClick={() => step(1)} icon="plus" />
          <PictureButton label={t('content.preview.fit')} onClick={() => setZoom('fit')} icon="fit" />
        </div>
      </div>
      <div
        className={styles['preview-stage']}
        role="region"
        aria-label={t('content.preview.imageOf', { name: visibleString(label) })}
        tabIndex={0}
      >
        <img
          src={source ?? undefined}
          alt={visibleString(label)}
          className={styles['preview-image']}
          data-fit={zoom === 'fit' || undefined}
          width={zoom === 'fit' || pixels === null ? undefined : pixels.width * zoom}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            setPixels({ width: naturalWidth, height: naturalHeight });
            onPixels?.({ width: naturalWidth, height: naturalHeight });
          }}
          onError={() => setBroken(true)}
        />
      </div>
    </div>
  );
}

type PictureButtonProps = { readonly label: string; readonly icon: IconName; readonly onClick: () => void };

function PictureButton({ label, icon, onClick }: PictureButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

function nextStep(zoom: number, by: 1 | -1): number {
  const steps = by === 1 ? STEPS.find((step) => step > zoom) : STEPS.findLast((step) => step < zoom);
  return steps ?? zoom;
}

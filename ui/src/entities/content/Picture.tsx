import { useState, type ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';
import type { Dimensions } from './dimensions';
import { MediaFault } from './MediaFault';
import { useMediaUrl } from './useMediaUrl';
import { ZoomBar } from './ZoomBar';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './preview.module.css';

interface PictureProps {
  label: string;
  media: Media;
  /** What is shown below the fault if it cannot be drawn. */
  instead?: ReactNode;
  /** Says how large it is, once that is known. */
  onDimensions?: (found: Dimensions) => void;
}

type Zoom = 'fit' | number;

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8] as const;

/** A picture on a chequered ground, fitted to the room there is until somebody zooms. */
export function Picture({ label, media, instead, onDimensions }: PictureProps): ReactNode {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [pixels, setPixels] = useState<Dimensions | null>(null);
  const [broken, setBroken] = useState(false);

  const { url, failed } = useMediaUrl(media);

  if (media.problem !== null || broken || failed)
    return <MediaFault problem={media.problem} failed={t('content.preview.imageFailed')} instead={instead} />;

  return (
    <div className={styles['preview-picture']}>
      <div className={styles['preview-bar']}>
        <span className={cx(layout.t3, layout.fs12, layout.num)}>
          {pixels === null ? '' : t('content.size', { width: pixels.width, height: pixels.height })}
        </span>
        <ZoomBar steps={STEPS} zoom={zoom} onZoom={setZoom} onFit={() => setZoom('fit')} />
      </div>
      <div
        className={styles['preview-stage']}
        role="region"
        aria-label={t('content.preview.imageOf', { name: visibleString(label) })}
        tabIndex={0}
      >
        <img
          src={url ?? undefined}
          alt={visibleString(label)}
          decoding="async"
          className={styles['preview-image']}
          data-fit={zoom === 'fit' || undefined}
          width={zoom === 'fit' || pixels === null ? undefined : pixels.width * zoom}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            const own = media.ownSize ?? { width: naturalWidth, height: naturalHeight };
            setPixels({ unit: 'px', ...own });
            onDimensions?.({ unit: 'px', ...own });
          }}
          onError={() => setBroken(true)}
        />
      </div>
    </div>
  );
}

import { useRef, useState, type ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';
import type { Dimensions } from './dimensions';
import { MediaFault } from './MediaFault';
import { IMAGE_STEPS, useImageZoom } from './useImageZoom';
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

/** What changes the zoom while the image has the focus. */
const KEYS = { in: '+', out: '-', fit: '0' } as const;

/** A picture on a chequered ground, fitted to the room there is until somebody zooms. */
export function Picture({ label, media, instead, onDimensions }: PictureProps): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  const { zoom, zoomTo, now, stageProps, imageProps } = useImageZoom(image, media.ownSize?.width ?? null);
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
        <ZoomBar
          steps={IMAGE_STEPS}
          zoom={zoom}
          onZoom={zoomTo}
          onFit={() => zoomTo('fit')}
          now={now}
          keys={KEYS}
        />
      </div>
      <div
        className={styles['preview-stage']}
        role="region"
        aria-label={t('content.preview.imageOf', { name: visibleString(label) })}
        aria-keyshortcuts={Object.values(KEYS).join(' ')}
        tabIndex={0}
        {...stageProps}
      >
        <img
          ref={image}
          {...imageProps}
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

import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { Skeleton } from '../../kit/Skeleton';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { AudioPlayer } from './AudioPlayer';
import type { Dimensions } from './dimensions';
import { MediaFault } from './MediaFault';
import { useMediaUrl, type Played } from './useMediaUrl';
import styles from './preview.module.css';

/** The longest side of a video that is played, in pixels. */
const VIDEO_SIDE = 8_192;

type Sized = SyntheticEvent<HTMLVideoElement>;

interface PlayerProps {
  kind: 'audio' | 'video';
  media: Played;
  label: string;
  /** What is shown below the fault if it cannot be played. */
  instead?: ReactNode;
  /** Says how large a video is, once that is known. */
  onDimensions?: (found: Dimensions) => void;
}

/** A player. Nothing is played before somebody presses play. */
export function Player({ kind, media, label, instead, onDimensions }: PlayerProps): ReactNode {
  const [broken, setBroken] = useState(false);
  const { url, failed } = useMediaUrl(media);
  if (broken || failed || media.problem !== null)
    return (
      <MediaFault problem={media.problem} failed={t(`content.preview.${kind}Failed`)} instead={instead} />
    );
  if (url === null) return <Skeleton rows={1} />;
  const name = visibleString(label);
  // It may become larger after it began.
  const sized = ({ currentTarget: { videoWidth: width, videoHeight: height } }: Sized): void => {
    if (Math.max(width, height) > VIDEO_SIDE) setBroken(true);
    else if (width > 0) onDimensions?.({ unit: 'px', width, height });
  };
  return (
    <div className={styles['preview-sound']} data-part="preview-sound" data-kind={kind}>
      {kind === 'audio' ? (
        <AudioPlayer
          src={url}
          label={t('content.preview.audioOf', { name })}
          onError={() => setBroken(true)}
        />
      ) : (
        // A server sends no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={url}
          controls
          // Already its first picture may take more memory than there is.
          preload="none"
          onError={() => setBroken(true)}
          playsInline
          onLoadedMetadata={sized}
          onResize={sized}
          aria-label={t('content.preview.videoOf', { name })}
        />
      )}
    </div>
  );
}

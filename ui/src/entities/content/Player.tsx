import { useState, type ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { useObjectUrl } from '../../lib/objectUrl';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { MediaFault } from './MediaFault';
import styles from './preview.module.css';

/** A video by its bytes. */
interface Film {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: string;
  problem: null;
}

interface PlayerProps {
  kind: 'audio' | 'video';
  media: Pick<Media, 'base64' | 'mimeType' | 'problem'> | Film;
  label: string;
  /** What is shown below the fault if it cannot be played. */
  instead?: ReactNode;
}

/** A player. Nothing is played before somebody presses play. */
export function Player({ kind, media, label, instead }: PlayerProps): ReactNode {
  const [broken, setBroken] = useState(false);
  const source = useObjectUrl(media.problem === null ? media : null);
  if (broken || source === null)
    return (
      <MediaFault problem={media.problem} failed={t(`content.preview.${kind}Failed`)} instead={instead} />
    );
  const name = visibleString(label);
  const player = {
    src: source,
    controls: true,
    preload: 'metadata',
    onError: () => setBroken(true),
  } as const;
  return (
    <div className={styles['preview-sound']} data-part="preview-sound" data-kind={kind}>
      {/* A server sends no captions. */}
      {kind === 'audio' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio {...player} aria-label={t('content.preview.audioOf', { name })} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video {...player} playsInline aria-label={t('content.preview.videoOf', { name })} />
      )}
    </div>
  );
}

import { useCallback, useState } from 'react';
import type { Media } from '../../api/generated/contract';
import { bytesOfBase64 } from '../../lib/hex';
import { visibleString } from '../../lib/visible';
import { Note } from '../../kit/Note';
import { t } from '../../words/translate';
import { MessageText } from '../message/MessageText';
import styles from './preview.module.css';

interface SoundProps {
  label: string;
  media: Media;
}

/** A player. Nothing is heard before somebody presses play. */
export function Sound({ label, media }: SoundProps) {
  const [broken, setBroken] = useState(false);
  const play = useCallback(
    (player: HTMLAudioElement) => {
      const url = URL.createObjectURL(blobOf(media));
      player.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [media],
  );
  if (media.problem !== null)
    return (
      <Note tone="lamp">
        <MessageText message={media.problem} />
      </Note>
    );
  if (broken) return <Note tone="bad">{t('content.preview.audioFailed')}</Note>;
  return (
    <div className={styles['preview-sound']} data-part="preview-sound">
      {/* A server sends no captions with its sounds. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={play}
        controls
        preload="metadata"
        aria-label={t('content.preview.audioOf', { name: visibleString(label) })}
        onError={() => setBroken(true)}
      />
    </div>
  );
}

function blobOf({ base64, mimeType }: Media): Blob {
  return new Blob([bytesOfBase64(base64)], { type: mimeType });
}

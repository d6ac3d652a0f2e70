import { useRef, useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { formatPosition } from '../../lib/format';
import { t } from '../../words/translate';
import styles from './preview.module.css';

interface AudioPlayerProps {
  src: string;
  /** Its accessible name. */
  label: string;
  onError: () => void;
}

/** Plays a sound; the web view's own controls differ from all others, and are not drawn while nothing is loaded. */
export function AudioPlayer({ src, label, onError }: AudioPlayerProps): ReactNode {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  /** In seconds; 0 = nobody knows, or it has no end. */
  const [length, setLength] = useState(0);
  const toggle = (): void => {
    if (playing) audio.current?.pause();
    // The element says itself what it cannot play.
    else void audio.current?.play().catch(() => undefined);
  };
  const measure = ({ currentTarget: { duration } }: SyntheticEvent<HTMLAudioElement>): void =>
    setLength(Number.isFinite(duration) ? duration : 0);
  const position = `${formatPosition(at)} / ${length === 0 ? '–' : formatPosition(length)}`;
  return (
    <div className={styles['player']}>
      {/* A server sends no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={src}
        // Its description alone may take more memory than there is.
        preload="none"
        aria-label={label}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onDurationChange={measure}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onError={onError}
      />
      <ActionIcon
        variant="filled"
        size="md"
        aria-label={t(playing ? 'common.pause' : 'content.preview.play')}
        onClick={toggle}
      >
        <Icon name={playing ? 'pause' : 'run'} />
      </ActionIcon>
      <input
        type="range"
        className={styles['position']}
        min={0}
        max={length === 0 ? 1 : length}
        step="any"
        value={length === 0 ? 0 : at}
        disabled={length === 0}
        aria-label={t('content.preview.position')}
        aria-valuetext={position}
        onChange={({ currentTarget }) => {
          const wanted = Number(currentTarget.value);
          if (audio.current !== null) audio.current.currentTime = wanted;
          setAt(wanted);
        }}
      />
      <span className={styles['played']} aria-hidden>
        {position}
      </span>
    </div>
  );
}

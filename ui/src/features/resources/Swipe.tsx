import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { MediaFault } from '../../entities/content/MediaFault';
import { useMediaUrl } from '../../entities/content/useMediaUrl';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import styles from './compare.module.css';

interface SwipeProps {
  before: Media;
  now: Media;
  title: string;
}

/** Two images one over the other, with a handle between them: the older at the left, the newer at the right. */
export function Swipe({ before, now, title }: SwipeProps): ReactNode {
  const [percent, setPercent] = useState(50);
  const [broken, setBroken] = useState(false);
  const urls = { before: useMediaUrl(before), now: useMediaUrl(now) };
  const name = visibleString(title);
  if (broken || urls.before.failed || urls.now.failed)
    return <MediaFault problem={null} failed={t('content.preview.imageFailed')} instead={null} />;
  return (
    <div className={styles.stage}>
      <div className={styles.pair}>
        <img
          src={urls.now.url ?? undefined}
          alt={t('resources.compare.ofNow', { name })}
          className={styles.image}
          draggable={false}
          onError={() => setBroken(true)}
        />
        <img
          src={urls.before.url ?? undefined}
          alt={t('resources.compare.ofBefore', { name })}
          className={styles.over}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
          draggable={false}
          onError={() => setBroken(true)}
        />
        <span className={styles.edge} style={{ left: `${percent}%` }} aria-hidden />
        <input
          type="range"
          className={styles.handle}
          min={0}
          max={100}
          value={percent}
          aria-label={t('resources.compare.swipe')}
          aria-valuetext={t('resources.compare.swiped', { percent })}
          onChange={(event) => setPercent(Number(event.currentTarget.value))}
        />
        <span className={styles.was} aria-hidden>
          {t('resources.compare.before')}
        </span>
        <span className={styles.is} aria-hidden>
          {t('resources.compare.now')}
        </span>
      </div>
    </div>
  );
}

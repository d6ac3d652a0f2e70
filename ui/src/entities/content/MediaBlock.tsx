import { useState, type ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { Note } from '../../kit/Note';
import { Player } from './Player';
import { useMediaUrl } from './useMediaUrl';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { visibleString } from '../../lib/visible';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './content.module.css';

interface MediaProps {
  media: Media;
  /** What stands for the picture where it cannot be seen. */
  alt: string;
  /** Beside what is known of it. */
  action?: ReactNode;
}

/** A picture from inside a message. The core has looked at its bytes; nothing is fetched. */
export function PictureBlock({ media, alt, action }: MediaProps): ReactNode {
  const [broken, setBroken] = useState(false);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const { url, failed } = useMediaUrl(media);
  if (media.problem !== null) return <MediaProblem media={media} text={messageText(media.problem)} />;
  if (broken || failed)
    return <MediaProblem media={media} text={t('content.notShown', { problem: t('content.damaged') })} />;
  return (
    <figure className={styles.block}>
      <img
        onError={() => setBroken(true)}
        className={size !== undefined && size.width <= 64 ? cx(styles.picture, styles.small) : styles.picture}
        src={url ?? undefined}
        alt={visibleString(alt)}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      <figcaption className={cx(styles['block-head'], layout.num)}>
        <MediaFacts media={media} />
        {size !== undefined && size.width > 0 && <span>{t('content.size', size)}</span>}
        {action !== undefined && <span className={layout.end}>{action}</span>}
      </figcaption>
    </figure>
  );
}

/** A sound from inside a message. It never starts by itself. */
export function SoundBlock({ media, alt, action }: MediaProps): ReactNode {
  if (media.problem !== null) return <MediaProblem media={media} text={messageText(media.problem)} />;
  return (
    <figure className={cx(styles.block, styles.sound)}>
      <Player kind="audio" label={alt} media={media} />
      <figcaption className={cx(styles['block-head'], layout.num)}>
        <MediaFacts media={media} />
        {action !== undefined && <span className={layout.end}>{action}</span>}
      </figcaption>
    </figure>
  );
}

function MediaProblem({ media, text }: { media: Media; text: string }): ReactNode {
  return (
    <Note tone="lamp">
      <VisibleText text={text} /> <MediaFacts media={media} />
    </Note>
  );
}

function MediaFacts({ media }: { media: Media }): ReactNode {
  return (
    <>
      <code>
        <VisibleText text={media.mimeType} />
      </code>
      {media.claimedType !== media.mimeType && (
        <span className={layout.lamp}>
          {t.rich('content.declaredAs', { type: () => <VisibleText text={media.claimedType} /> })}
        </span>
      )}
      <span>{formatBytes(media.sizeBytes)}</span>
    </>
  );
}

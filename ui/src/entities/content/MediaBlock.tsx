import { Suspense, useMemo, type ReactNode } from 'react';
import type { Media, Message } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { DragHandle } from './DragHandle';
import { draggableContent, dragProps } from './dragOut';
import { Picture } from './Picture';
import { AllBytes } from './preview/AllBytes';
import type { Part } from './part';
import { Player } from './Player';
import { VisibleText } from '../../kit/VisibleText';
import { t } from '../../words/translate';
import { messageText } from '../../words/message';
import { visibleString } from '../../lib/visible';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './content.module.css';
import previewStyles from './preview.module.css';

interface MediaProps {
  media: Media;
  /** What stands for the picture where it cannot be seen. */
  alt: string;
  /** Beside what is known of it. */
  action?: ReactNode;
}

/** A picture from inside a message. The core has looked at its bytes; nothing is fetched. */
export function PictureBlock({ media, alt, action }: MediaProps): ReactNode {
  if (media.problem !== null)
    return <MediaProblem kind="image" media={media} alt={alt} problem={media.problem} action={action} />;
  return (
    // Several pictures may stand below each other: their buttons are told apart by whose they are.
    <figure
      className={styles.block}
      aria-label={visibleString(alt)}
      {...dragProps(draggableContent(media.contentId))}
    >
      <div className={previewStyles['preview-inline']}>
        <Picture label={alt} media={media} />
      </div>
      <Caption media={media} action={action} />
    </figure>
  );
}

/** A sound from inside a message. It never starts by itself. */
export function SoundBlock({ media, alt, action }: MediaProps): ReactNode {
  if (media.problem !== null)
    return <MediaProblem kind="audio" media={media} alt={alt} problem={media.problem} action={action} />;
  return (
    <figure className={cx(styles.block, styles.sound)} {...dragProps(draggableContent(media.contentId))}>
      <Player kind="audio" label={alt} media={media} />
      <Caption media={media} action={action} />
    </figure>
  );
}

type CaptionProps = Pick<MediaProps, 'media' | 'action'>;

function Caption({ media, action }: CaptionProps): ReactNode {
  return (
    <figcaption className={cx(styles['block-head'], layout.num)}>
      <MediaFacts media={media} />
      {action !== undefined && <span className={layout.end}>{action}</span>}
    </figcaption>
  );
}

interface MediaProblemProps extends MediaProps {
  kind: 'image' | 'audio';
  problem: Message;
}

/** What cannot be shown can still be saved, and its bytes are there to be looked at. */
function MediaProblem({ kind, media, alt, problem, action }: MediaProblemProps): ReactNode {
  const { contentId, mimeType } = media;
  const part: Part = useMemo(
    () => ({
      contents: { uri: '', mimeType, detectedType: null, contentId, body: { kind, ...media } },
      raw: null,
    }),
    [kind, media, mimeType, contentId],
  );
  return (
    <figure className={styles.block} {...dragProps(draggableContent(contentId))}>
      <Caption media={media} action={action} />
      <Note tone="lamp">
        <VisibleText text={messageText(problem)} />
      </Note>
      {contentId !== null && media.sizeBytes > 0 && (
        <div className={previewStyles['preview-inline']} data-high>
          <Suspense fallback={<Skeleton rows={4} />}>
            <AllBytes part={part} label={alt} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}

function MediaFacts({ media }: { media: Media }): ReactNode {
  return (
    <>
      {media.contentId !== null && (
        <DragHandle>
          <Icon name="fileText" size={14} />
        </DragHandle>
      )}
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

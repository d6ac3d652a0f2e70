import { useState, type ReactNode } from 'react';
import type { Media } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { Note } from '../Note';
import { VisibleText } from '../VisibleText';
import './content.css';

interface MediaProps {
  media: Media;
  /** What stands for the picture where it cannot be seen. */
  alt: string;
}

/** A picture from inside a message. The core has looked at its bytes; nothing is fetched. */
export function Picture({ media, alt }: MediaProps): ReactNode {
  const [size, setSize] = useState<{ width: number; height: number }>();
  if (media.problem !== null) return <MediaProblem media={media} />;
  return (
    <figure className="block">
      <img
        className={size !== undefined && size.width <= 64 ? 'picture small' : 'picture'}
        src={dataUri(media)}
        alt={alt}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      <figcaption className="block-head num">
        <MediaFacts media={media} />
        {size !== undefined && size.width > 0 && <span>{`${size.width} × ${size.height}`}</span>}
      </figcaption>
    </figure>
  );
}

/** A sound from inside a message. It never starts by itself. */
export function Sound({ media, alt }: MediaProps): ReactNode {
  if (media.problem !== null) return <MediaProblem media={media} />;
  return (
    <figure className="block">
      {/* A server sends no captions with a sound. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio className="sound" controls preload="metadata" src={dataUri(media)} aria-label={alt} />
      <figcaption className="block-head num">
        <MediaFacts media={media} />
      </figcaption>
    </figure>
  );
}

function MediaProblem({ media }: { media: Media }): ReactNode {
  return (
    <Note tone="lamp">
      <VisibleText text={`Not shown: ${media.problem ?? ''}`} /> <MediaFacts media={media} />
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
        <span className="lamp">
          claimed to be <VisibleText text={media.claimedType} />
        </span>
      )}
      <span>{formatBytes(media.sizeBytes)}</span>
    </>
  );
}

function dataUri({ mimeType, base64 }: Media): string {
  return `data:${mimeType};base64,${base64}`;
}

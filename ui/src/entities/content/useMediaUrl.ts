import { useMemo } from 'react';
import { useContent } from '../../api/contents';
import type { Media } from '../../api/generated/contract';
import { useObjectUrl } from '../../lib/objectUrl';

/** A picture, sound or video: as it came with a message, or its bytes where they were read apart. */
export type Played =
  | Pick<Media, 'base64' | 'mimeType' | 'problem' | 'contentId'>
  | { bytes: Uint8Array<ArrayBuffer>; mimeType: string; problem: null };

/** A URL to draw or play a medium from; `null` = its bytes are still read, or there are none. */
export interface MediaUrl {
  url: string | null;
  /** Its bytes cannot be had. */
  failed: boolean;
}

/** A URL for a medium. Where there are many bytes they did not come along, and are read in parts. */
export function useMediaUrl(media: Played): MediaUrl {
  const { mimeType, problem } = media;
  const apart = problem === null && !('bytes' in media) && media.base64 === '' ? media.contentId : null;
  const read = useContent(apart);
  const bytes = read.kind === 'read' ? read.bytes : null;
  const source = useMemo(() => {
    if (problem !== null) return null;
    if (apart === null) return media;
    return bytes === null ? null : { bytes, mimeType };
  }, [problem, apart, media, bytes, mimeType]);
  return { url: useObjectUrl(source), failed: read.kind === 'failed' };
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './client';
import type { ResourceHead, ServerId, Thumbnail } from './generated/contract';
import { answerKey } from './queries';

/** A tile has to stay in sight this long before its resource is read. */
const ASKED_AFTER_MS = 200;

/** A thumbnail as it is cached: a picture is an object of its own, so that its bytes have one URL. */
type Looks = Exclude<Thumbnail, { kind: 'picture' }> | (Thumbnail & { kind: 'picture'; mimeType: string });

/** Whether a resource may be read for its thumbnail once its tile has stayed in sight. */
export type ThumbnailSource = 'server' | 'known';

/** What a resource looks like; `undefined` = not known yet. */
export function useThumbnail(
  { serverId, uri, sizeBytes, annotations }: ResourceHead,
  source: ThumbnailSource,
): Looks | undefined {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: [...answerKey('resource.thumbnail', { serverId, uri }), sizeBytes, annotations.lastModified],
    queryFn: () => readThumbnail(serverId, uri),
    enabled: stays && source === 'server',
  });
  return data;
}

async function readThumbnail(serverId: ServerId, uri: string): Promise<Looks> {
  const thumbnail = await call('resource.thumbnail', { serverId, uri });
  return thumbnail.kind === 'picture' ? { ...thumbnail, mimeType: 'image/png' } : thumbnail;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './client';
import type { ResourceHead, Thumbnail } from './generated/contract';
import { keys } from './keys';

/** A tile has to stay in sight this long before its resource is read. */
const ASKED_AFTER_MS = 200;

/** What a resource looks like; `undefined` = not known yet. It is asked for once the tile has stayed in sight. */
export function useThumbnail({ serverId, uri, sizeBytes, annotations }: ResourceHead): Thumbnail | undefined {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: keys.thumbnail(serverId, uri, sizeBytes, annotations.lastModified),
    queryFn: () => call('resource.thumbnail', { serverId, uri }),
    enabled: stays,
  });
  return data;
}

import { lazy, useMemo, type ReactNode } from 'react';
import { useContent } from '../../../api/contents';
import { Skeleton } from '../../../kit/Skeleton';
import { knownBytes, type Part } from '../part';

const Bytes = lazy(() => import('./Bytes'));

interface AllBytesProps {
  part: Part;
  label: string;
  /** What is made from the bytes; a hex view without it. */
  children?: (bytes: Uint8Array<ArrayBuffer>) => ReactNode;
}

/**
 * What is made from all bytes of a content. Those that did not come with it are read from the core; of a content from
 * before only the beginning may be known, which is shown as it is.
 */
export function AllBytes({ part, label, children }: AllBytesProps): ReactNode {
  const known = useMemo(() => knownBytes(part), [part]);
  const { contentId } = part.contents;
  const read = useContent(known.whole ? null : contentId);
  if (known.whole || contentId === null || read.kind === 'failed') {
    if (known.whole && children !== undefined) return children(known.bytes);
    return <Bytes part={part} label={label} {...known} />;
  }
  if (read.kind === 'loading') return <Skeleton rows={4} />;
  if (children !== undefined) return children(read.bytes);
  return <Bytes part={part} label={label} bytes={read.bytes} whole />;
}

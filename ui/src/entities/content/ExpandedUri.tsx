import type { ReactNode } from 'react';
import type { ExpandedPart } from '../../lib/uriTemplate';
import { VisibleText } from '../../kit/VisibleText';
import styles from './uri.module.css';

/** A template on its way to an address: what was filled in stands out, what is still open is pale. */
export function ExpandedUri({ parts }: { parts: readonly ExpandedPart[] }): ReactNode {
  return (
    <code className={styles['uri-parts']}>
      {parts.map((part, index) => (
        // The place in the template is what tells two equal pieces apart.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={styles[`uri-${part.kind}`]}>
          <VisibleText text={part.text} />
        </span>
      ))}
    </code>
  );
}

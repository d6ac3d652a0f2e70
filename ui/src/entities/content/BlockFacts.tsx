import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { JsonView } from '../../kit/JsonView/JsonView';
import { VisibleText } from '../../kit/VisibleText';
import { isObject, own } from '../../lib/json';
import { annotationRows } from './annotations';
import styles from './content.module.css';

/** What a server said about a block: its annotations and `_meta`. Nobody checked it. */
export function BlockFacts({ raw }: { raw: JsonValue | undefined }): ReactNode {
  if (!isObject(raw)) return null;
  const annotations = annotationsOf(own(raw, 'annotations'));
  const inner = own(raw, 'resource');
  const meta = own(raw, '_meta') ?? (isObject(inner) ? own(inner, '_meta') : undefined);
  return (
    <>
      {annotations.length > 0 && (
        <dl className={styles['block-facts']}>
          {annotations.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <VisibleText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isObject(meta) && (
        <details className={styles['block-meta']}>
          <summary>_meta</summary>
          <JsonView label="_meta" value={meta} />
        </details>
      )}
    </>
  );
}

function annotationsOf(value: JsonValue | undefined): [name: string, value: string][] {
  if (!isObject(value)) return [];
  const audience = own(value, 'audience');
  const priority = own(value, 'priority');
  const modified = own(value, 'lastModified');
  return annotationRows({
    audience: Array.isArray(audience) ? audience.map(String) : [],
    priority: typeof priority === 'number' ? priority : null,
    lastModified: typeof modified === 'string' ? modified : null,
  });
}

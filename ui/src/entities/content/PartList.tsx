import { useMemo, type ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { Tip } from '../../kit/Tip';
import { VisibleText } from '../../kit/VisibleText';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { typeName } from './kind';
import { partBytes, type Part } from './part';
import { formatBytes } from '../../lib/format';
import { useFirst } from './useFirst';
import styles from './parts.module.css';

interface PartListProps {
  label: string;
  parts: readonly Part[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** The contents of one read, one of which is shown. */
export function PartList({ label, parts, chosen, onChoose }: PartListProps): ReactNode {
  const { first, more } = useFirst(parts);
  const sizes = useMemo(() => parts.map(partBytes), [parts]);
  return (
    <ul className={styles['parts']} aria-label={label}>
      {first.map((part, index) => (
        // Contents have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <button
            type="button"
            className={styles['part']}
            aria-current={index === chosen || undefined}
            onClick={() => onChoose(index)}
          >
            <Icon name="file" size={14} />
            <Tip className={styles['name']} label={visibleString(part.contents.uri)}>
              <VisibleText text={partName(part, index)} />
            </Tip>
            <span className={styles['facts']}>
              {part.contents.mimeType !== null && (
                <span>
                  <VisibleText text={typeName(part.contents.mimeType)} />
                </span>
              )}
              <span>{formatBytes(sizes[index] ?? 0)}</span>
            </span>
          </button>
        </li>
      ))}
      {more !== false && <li>{more}</li>}
    </ul>
  );
}

/** The end of a content's URI, which is what tells it from its siblings. */
export function partName({ contents: { uri } }: Part, place: number): string {
  const end = uri.split(/[/#?]/).findLast((piece) => piece !== '');
  return end === undefined ? t('resources.content.number', { number: place + 1 }) : end.slice(0, 80);
}

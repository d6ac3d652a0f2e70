import type { ReactNode } from 'react';
import type { JsonValue } from '../../../api/generated/contract';
import { VisibleText } from '../../../kit/VisibleText';
import { t } from '../../../words/translate';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './review.module.css';

/** A whole definition: each property with the exact text a model gets. */
export function Declaration({ value }: { value: JsonValue | null }): ReactNode {
  if (value === null)
    return <p className={cx(layout.t3, styles['review-nothing'])}>{t('review.noDefinition')}</p>;
  const members: [string, JsonValue | undefined][] =
    typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [['text', value]];
  return (
    <dl className={styles['review-members']}>
      {members.map(([name, member]) => (
        <div key={name}>
          <dt className={cx(styles.mono, layout.mono)}>
            <VisibleText text={name} />
          </dt>
          <dd className={typeof member === 'string' ? undefined : cx(styles.mono, layout.mono)}>
            <VisibleText
              text={typeof member === 'string' ? member : JSON.stringify(member ?? null, null, 2)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { isObject } from '../../lib/json';
import { t } from '../../words/translate';
import { JsonView } from '../../kit/JsonView/JsonView';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './policy.module.css';

/** Exactly what a call would send: every argument, whole; as a tree if there are very many. */
export function Arguments({ value }: { value: JsonValue }): ReactNode {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return <p className={cx(layout.t3, layout.fs12)}>{t('policies.noArguments')}</p>;
  if (members.length > MOST_FIELDS) return <JsonView label={t('common.arguments')} value={value} />;
  return (
    <dl className={cx(marksStyles.kv, styles['call-arguments'])}>
      {members.map(([name, part]) => (
        <div key={name} className={styles['call-argument']}>
          <dt>
            <VisibleText text={name} />
          </dt>
          <dd className={cx(layout.mono, layout.wrap)}>
            <VisibleText text={typeof part === 'string' ? part : JSON.stringify(part, null, 2)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

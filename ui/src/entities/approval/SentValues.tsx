import { Segments } from '../../kit/controls';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { JsonView } from '../../kit/JsonView/JsonView';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';
import { VisibleText } from '../../kit/VisibleText';
import { isObject, own } from '../../lib/json';
import { t } from '../../words/translate';
import { fieldNames, sentText } from './sent';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './approval.module.css';

interface SentValuesProps {
  title: string;
  /** The schema of the form. */
  schema: JsonValue;
  values: JsonValue;
  /** Names of fields whose value does not fit. */
  unfit: ReadonlySet<string>;
}

/** The values of a form as they are sent, or were. */
export function SentValues({ title, schema, values, unfit }: SentValuesProps): ReactNode {
  const [view, setView] = useState('values');
  const names = useMemo(() => fieldNames(schema, values), [schema, values]);
  return (
    <>
      <div className={layout.row}>
        <h3>{title}</h3>
        <Segments
          className={layout.end}
          size="xs"
          label={t('approvals.sent.view')}
          data={[
            { value: 'values', label: t('approvals.view.values') },
            { value: 'json', label: t('common.json') },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'json' ? (
        <pre className={styles['approval-json']}>
          <VisibleText text={JSON.stringify(values, null, 2)} />
        </pre>
      ) : names.length > MOST_FIELDS ? (
        <JsonView label={title} value={values} />
      ) : (
        <dl className={cx(marksStyles.kv, styles['approval-sent'], layout.num)}>
          {names.map((name) => (
            <Sent
              key={name}
              name={name}
              value={isObject(values) ? own(values, name) : undefined}
              fits={!unfit.has(name)}
            />
          ))}
        </dl>
      )}
    </>
  );
}

interface SentProps {
  name: string;
  value: JsonValue | undefined;
  fits: boolean;
}

function Sent({ name, value, fits }: SentProps): ReactNode {
  return (
    <>
      <dt>
        <VisibleText text={name} />
      </dt>
      {fits ? (
        <dd className={value === undefined ? layout.t3 : undefined}>
          <VisibleText text={sentText(value)} />
        </dd>
      ) : (
        <dd className={isEmpty(value) ? layout.t3 : layout.bad}>
          {t(isEmpty(value) ? 'common.required' : 'approvals.sent.invalid')}
        </dd>
      )}
    </>
  );
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

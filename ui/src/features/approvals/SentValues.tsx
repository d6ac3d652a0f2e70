import { Segments } from '../../kit/controls';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { JsonView } from '../../kit/JsonView/JsonView';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';
import { validate } from '../../kit/SchemaForm/validator';
import { VisibleText } from '../../kit/VisibleText';
import { isObject, own } from '../../lib/json';
import { t } from '../../words/translate';
import type { ApprovalOf } from './kinds';
import { formSchema } from './schema';
import { fieldNames, sentText } from './words';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './approvals.module.css';

interface SentValuesProps {
  approval: ApprovalOf<'elicitForm'>;
  draft: JsonValue;
}

/** Beside the form: exactly what Accept would send. */
export function SentValues({ approval, draft }: SentValuesProps): ReactNode {
  const [view, setView] = useState('values');
  const names = useMemo(() => fieldNames(approval.request.schema, draft), [approval.request.schema, draft]);
  const unfit = useMemo(() => unfitNames(approval.request.schema, draft), [approval.request.schema, draft]);
  return (
    <aside className={styles['approval-side']} aria-label={t('approvals.sent.values')}>
      <div className={layout.row}>
        <h3>{t('approvals.sent.values')}</h3>
        <Segments
          className={layout.end}
          size="xs"
          label={t('approvals.sent.view')}
          data={[
            { value: 'values', label: t('approvals.view.values') },
            { value: 'json', label: t('approvals.view.json') },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'json' ? (
        <pre className={styles['approval-json']}>
          <VisibleText text={JSON.stringify(draft, null, 2)} />
        </pre>
      ) : names.length > MOST_FIELDS ? (
        <JsonView label={t('approvals.sent.values')} value={draft} />
      ) : (
        <dl className={cx(marksStyles.kv, styles['approval-sent'], layout.num)}>
          {names.map((name) => (
            <Sent
              key={name}
              name={name}
              value={isObject(draft) ? own(draft, name) : undefined}
              fits={!unfit.has(name)}
            />
          ))}
        </dl>
      )}
    </aside>
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
          {t(isEmpty(value) ? 'approvals.sent.required' : 'approvals.sent.invalid')}
        </dd>
      )}
    </>
  );
}

/** Names of fields whose value breaks the schema, or is missing. */
function unfitNames(schema: JsonValue, draft: JsonValue): ReadonlySet<string> {
  return new Set(validate(formSchema(schema), draft).map(({ path }) => String(path[0] ?? '')));
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

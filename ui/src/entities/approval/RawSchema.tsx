import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { JsonView } from '../../kit/JsonView/JsonView';
import { Note } from '../../kit/Note';
import { t } from '../../words/translate';
import type { JsonValue } from '../../api/generated/contract';
import { readSchema } from './schema';
import { ServerName } from '../server/ServerName';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approval.module.css';

interface RawSchemaProps {
  schema: JsonValue;
  serverLabel: string;
}

/** The schema exactly as the server sent it, where a form of plain fields may not be all of it. */
export function RawSchema({ schema, serverLabel }: RawSchemaProps): ReactNode {
  const reading = readSchema(schema);
  const id = useId();
  const [open, setOpen] = useState(reading === 'none');
  if (reading === 'form') return null;
  return (
    <section className={styles['approval-schema']} aria-label={t('approvals.form.schema')}>
      {reading === 'none' && (
        <Note tone="lamp">
          {t.rich('approvals.form.noSchema', { server: () => <ServerName label={serverLabel} /> })}
        </Note>
      )}
      <button
        type="button"
        className={cx(styles['approval-fold'], layout.b)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} size={12} />
        {t('approvals.form.schema')}
      </button>
      {reading === 'beyond' && (
        <span className={cx(layout.t3, layout.fs12)}> {t('approvals.form.beyondSchema')}</span>
      )}
      <div id={id} hidden={!open}>
        {open && <JsonView label={t('approvals.form.schema')} value={schema} />}
      </div>
    </section>
  );
}

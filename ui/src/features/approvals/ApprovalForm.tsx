import { useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import type { FieldFault } from '../../api/client';
import type { JsonValue } from '../../api/generated/contract';
import { RawSchema } from '../../entities/approval/RawSchema';
import { formSchema } from '../../entities/approval/schema';
import { Note } from '../../kit/Note';
import { SchemaForm } from '../../kit/SchemaForm/SchemaForm';
import type { SchemaFormHandle } from '../../kit/SchemaForm/SchemaForm';
import { t } from '../../words/translate';
import type { Draft } from './drafts';
import type { ApprovalOf } from './kinds';
import { ServerName } from '../../entities/server/ServerName';
import styles from './approvals.module.css';

/** What the answer buttons may ask of the form. */
export interface ApprovalFormHandle {
  /** Holds the draft against the schema, shows what does not fit and goes to the first such field. */
  check(): 'fits' | 'faulty';
  /** Shows faults the core found, at their fields. */
  showFaults(faults: readonly FieldFault[]): void;
}

interface ApprovalFormProps {
  approval: ApprovalOf<'elicitForm'>;
  draft: Draft;
  onChange: (value: JsonValue) => void;
  ref: Ref<ApprovalFormHandle>;
}

/** The form a server asks for, its fields in the server's order. */
export function ApprovalForm({ approval, draft, onChange, ref }: ApprovalFormProps): ReactNode {
  const { schema, looksSecret } = approval.request;
  const object = useMemo(() => formSchema(schema), [schema]);
  const form = useRef<SchemaFormHandle>(null);
  useImperativeHandle(
    ref,
    () => ({
      check: () => ((form.current?.check() ?? []).length === 0 ? 'fits' : 'faulty'),
      showFaults: (faults) => {
        draft.form.setFaults(
          faults.map(({ field, message }) => ({ path: fieldPath(field), fault: { kind: 'core', message } })),
        );
        draft.form.showAll();
      },
    }),
    [draft.form],
  );
  const fieldNote = useCallback(
    (name: string) =>
      looksSecret.includes(name) ? (
        <div className={styles['approval-secret']}>
          <Note tone="lamp" icon="lock">
            {t.rich('approvals.form.secret', { server: () => <ServerName label={approval.serverLabel} /> })}
          </Note>
        </div>
      ) : null,
    [looksSecret, approval.serverLabel],
  );
  return (
    <>
      <SchemaForm
        ref={form}
        label={t('approvals.form.label', { server: approval.serverLabel })}
        schema={object}
        formats="asserted"
        value={draft.value}
        onChange={onChange}
        state={draft.form}
        fieldNote={fieldNote}
      />
      <RawSchema schema={schema} serverLabel={approval.serverLabel} />
    </>
  );
}

/** `content.email` and `email` both name the field `email`. */
function fieldPath(field: string): string[] {
  return field
    .replace(/^(?:answer\.)?content\.?/, '')
    .split('.')
    .filter((part) => part !== '');
}

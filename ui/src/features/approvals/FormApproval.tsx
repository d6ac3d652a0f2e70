import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, ThemedIcon } from '../../api/generated/contract';
import { formSchema } from '../../entities/approval/schema';
import { SentValues } from '../../entities/approval/SentValues';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Quote } from '../../entities/message/Quote';
import { AnswerButton } from '../../kit/AnswerButton';
import { validate } from '../../kit/SchemaForm/validator';
import { t } from '../../words/translate';
import { ApprovalForm } from './ApprovalForm';
import type { ApprovalFormHandle } from './ApprovalForm';
import { useDraft } from './drafts';
import { useFocusInFields } from './keptFocus';
import type { Chosen } from './keptFocus';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { ServerName } from '../../entities/server/ServerName';
import { AnswerPane, Decline, Give } from './AnswerPane';
import styles from './approvals.module.css';

interface FormApprovalProps {
  approval: ApprovalOf<'elicitForm'>;
  icon: ThemedIcon | null;
  picked: Chosen | null;
}

/** A form to fill in, and beside it exactly what would be sent. */
export function FormApproval({ approval, icon, picked }: FormApprovalProps): ReactNode {
  const [draft, setDraft] = useDraft(approval);
  const { schema } = approval.request;
  const unfit = useMemo(() => unfitNames(schema, draft.value), [schema, draft.value]);
  const form = useRef<ApprovalFormHandle>(null);
  const pane = useRef<HTMLDivElement>(null);
  useFocusInFields(pane, picked);
  const { send, error } = useAnswering(approval, ({ fields }) => form.current?.showFaults(fields));
  const accept = (): void => {
    if (form.current?.check() === 'fits') send({ kind: 'accept', content: draft.value });
  };
  return (
    <AnswerPane
      fields={pane}
      side={
        <aside className={styles['approval-side']} aria-label={t('approvals.sent.values')}>
          <SentValues title={t('approvals.sent.values')} schema={schema} values={draft.value} unfit={unfit} />
        </aside>
      }
      refusing={
        <>
          <Decline onClick={() => send({ kind: 'decline' })} />
          <AnswerButton variant="subtle" onClick={() => send({ kind: 'cancel' })}>
            {t('common.cancel')}
          </AnswerButton>
        </>
      }
      giving={<Give onClick={accept}>{t('common.accept')}</Give>}
      help={t.rich('approvals.form.help', { server: () => <ServerName label={approval.serverLabel} /> })}
    >
      <Quote
        server={{ label: approval.serverLabel, icon }}
        verb={t('approvals.form.wrote')}
        block
        text={approval.request.message}
      />
      <ApprovalForm ref={form} approval={approval} draft={draft} onChange={setDraft} />
      {error !== null && error.fields.length === 0 && <ErrorNotice error={error} />}
    </AnswerPane>
  );
}

/** Names of fields whose value breaks the schema, or is missing. */
function unfitNames(schema: JsonValue, values: JsonValue): ReadonlySet<string> {
  return new Set(validate(formSchema(schema), values, 'asserted').map(({ path }) => String(path[0] ?? '')));
}

import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Approval, Grant, JsonValue } from '../../api/generated/contract';
import { useApprovals, useOperation } from '../../api/queries';
import { ArgumentViews } from '../../entities/approval/ArgumentViews';
import { AllowMenu } from '../../entities/policy/AllowMenu';
import { KeptCallNote } from '../../entities/client/KeptCallNote';
import { CallEffects, CallReason } from '../../entities/policy/CallReason';
import { CodeView } from '../../kit/CodeView/CodeView';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Note } from '../../kit/Note';
import { SchemaForm } from '../../kit/SchemaForm/SchemaForm';
import type { SchemaFormHandle } from '../../kit/SchemaForm/SchemaForm';
import { declaresNothing } from '../../kit/SchemaForm/shape';
import { isObject, readSentJson } from '../../lib/json';
import type { JsonObject } from '../../lib/json';
import { AnswerButton } from '../../kit/AnswerButton';
import { t } from '../../words/translate';
import { CallSide } from './CallSide';
import { useCallDraft } from './callDrafts';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { notifyError } from '../../lib/notify';
import { formatList } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { AnswerPane, Decline, Give } from './AnswerPane';
import layout from '../../styles/layout.module.css';
import viewStyles from '../../entities/approval/approval.module.css';

/** Declines all calls of a client that has asked for several. */
function DeclineAll({ client }: { client: string | null }): ReactNode {
  const { data } = useApprovals();
  const declining = useOperation('approval.declineAll', { onError: notifyError });
  const isOfClient = ({ request }: Approval): boolean =>
    request.kind === 'call' && request.call.client === client;
  if (client === null || (data ?? []).filter(isOfClient).length < 2) return null;
  return (
    <AnswerButton variant="subtle" onClick={() => declining.mutate({ client })}>
      {t('approvals.call.declineAll')}
    </AnswerButton>
  );
}

/** A call of the person's own, of an app or of a client that waits for the person's word. What is sent is what stands here. */
export function CallApproval({ approval }: { approval: ApprovalOf<'call'> }): ReactNode {
  const { call } = approval.request;
  const [draft, change] = useCallDraft(approval.id, call);
  const form = useRef<SchemaFormHandle>(null);
  const { send, error } = useAnswering(approval, ({ fields }) => {
    draft.form.setFaults(
      fields.map(({ field, message }) => ({ path: field.split('.'), fault: { kind: 'core', message } })),
    );
    draft.form.showAll();
  });
  const reading = draft.text === null ? null : readSentJson(draft.text);
  const problem = reading?.kind === 'problem' ? reading : null;
  const schema: JsonObject = isObject(call.inputSchema) ? call.inputSchema : {};
  // What is sent though the tool declares nothing is not passed over.
  const isEmpty = declaresNothing(schema) && isObject(draft.value) && Object.keys(draft.value).length === 0;
  const text = draft.text ?? JSON.stringify(draft.value, null, 2);

  const run = (grant: Grant): void => {
    if (problem !== null || !isObject(draft.value)) return;
    const checked = call.check === 'sendAnyway' || draft.view === 'json' || form.current === null;
    if (checked || form.current?.check().length === 0) send({ kind: 'run', arguments: draft.value, grant });
  };
  const write = (next: string): void => {
    if (next === text) return;
    const read = readSentJson(next);
    change(read.kind === 'value' ? { text: next, value: read.value } : { text: next });
  };
  return (
    <AnswerPane
      side={<CallSide approval={approval} value={draft.value} />}
      note={<KeptCallNote client={call.client} callId={approval.cause?.callId ?? null} />}
      refusing={
        <>
          <Decline onClick={() => send({ kind: 'decline' })} />
          <AnswerButton variant="subtle" onClick={() => send({ kind: 'never' })}>
            {t('common.block')}
          </AnswerButton>
          <DeclineAll client={call.client} />
        </>
      }
      giving={
        <>
          <AllowMenu call={call} serverLabel={approval.serverLabel} value={draft.value} onPick={run} />
          <Give onClick={() => run({ kind: 'once' })}>{t('common.runOnce')}</Give>
        </>
      }
      help={t('approvals.call.help')}
    >
      <Note tone="lamp" icon="shieldWarning">
        <CallReason call={call} serverLabel={approval.serverLabel} />
        <CallEffects call={call} />
      </Note>
      {call.largeIntegers.length > 0 && (
        <Note>
          {t('approvals.call.largeIntegers', {
            values: formatList(call.largeIntegers.map(visibleString)),
          })}
        </Note>
      )}
      <ArgumentViews view={draft.view} onView={(view) => change({ view: problem === null ? view : 'json' })}>
        {draft.view === 'form' && isEmpty && <p className={layout.t3}>{t('tools.arguments.noArguments')}</p>}
        {draft.view === 'form' ? (
          <SchemaForm
            ref={form}
            label={t('common.callArguments')}
            schema={schema}
            value={draft.value}
            onChange={(value: JsonValue) => change({ value, text: null })}
            state={draft.form}
          />
        ) : (
          <div className={viewStyles['call-code']}>
            <CodeView
              text={text}
              label={t('common.argumentsAsJson')}
              problem={problem ?? undefined}
              onChange={write}
            />
          </div>
        )}
      </ArgumentViews>
      {error !== null && (error.fields.length === 0 || draft.view === 'json') && (
        <ErrorNotice error={error} />
      )}
    </AnswerPane>
  );
}

import type { ReactNode } from 'react';
import type { ThemedIcon } from '../../../api/generated/contract';
import { useSamplingPlan } from '../../../api/models';
import { useAnswer, useOperation } from '../../../api/queries';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Note } from '../../../kit/Note';
import { MOST_FIELDS } from '../../../kit/SchemaForm/fieldCount';
import { formatNumber } from '../../../lib/format';
import { isObject } from '../../../lib/json';
import { AnswerButton } from '../../../kit/AnswerButton';
import type { ApprovalOf } from '../kinds';
import { useAnswering } from '../useAnswering';
import { t } from '../../../words/translate';
import { messageText } from '../../../words/message';
import { MessageText } from '../../../entities/message/MessageText';
import { RequestJson } from './RequestJson';
import { RequestParts } from '../../../entities/sampling/RequestParts';
import { SampleSide } from './SampleSide';
import { SampleView } from './SampleView';
import { rawProblem } from './sampleDrafts';
import { hasManyParts } from '../../../entities/sampling/sampleParams';
import type { SampleDraft } from './sampleDrafts';
import { ServerName } from '../../../entities/server/ServerName';
import { AnswerPane, Decline, Give } from '../AnswerPane';
import layout from '../../../styles/layout.module.css';

interface SampleRequestProps {
  approval: ApprovalOf<'sample'>;
  icon: ThemedIcon | null;
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
  /** The person answers in the place of a model. */
  onWrite: () => void;
}

/** Step one: everything that would be sent to a model, and to which. Nothing leaves before Run. */
export function SampleRequest({ approval, icon, draft, change, onWrite }: SampleRequestProps): ReactNode {
  const { state } = approval.request;
  const original = isObject(approval.request.params) ? approval.request.params : {};
  const plan = useSamplingPlan(approval.id, draft);
  const { send, error } = useAnswering(approval);
  const running = useOperation('sampling.run', {
    onSuccess: () => change({ step: 'follow', edited: null }),
  });
  const chosen = plan.data?.model ?? null;
  const providers = useAnswer('model.providers', {});
  const provider = providers.data?.find(({ id }) => id === chosen?.model.providerId)?.label;
  const run = (): void => {
    if (chosen === null || plan.data === undefined || running.isPending) return;
    if (rawProblem(draft) !== null) return;
    const { rule } = plan.data;
    running.mutate({
      approvalId: approval.id,
      params: draft.params,
      model: chosen.model,
      allow: rule.allowed ? null : (draft.budget ?? rule.budget),
    });
  };
  const failure = running.error ?? error;
  const hasMany = hasManyParts(draft.params);
  const view = hasMany ? 'json' : draft.view;
  return (
    <AnswerPane
      side={
        <SampleSide approval={approval} draft={draft} change={change} plan={plan.data} error={plan.error} />
      }
      refusing={<Decline onClick={() => send({ kind: 'decline' })} />}
      giving={
        chosen === null ? (
          <Give onClick={onWrite}>{t('sampling.action.write')}</Give>
        ) : (
          <>
            <AnswerButton onClick={onWrite}>{t('sampling.action.write')}</AnswerButton>
            <Give onClick={run}>{t('common.run')}</Give>
          </>
        )
      }
      help={
        chosen === null
          ? t('sampling.action.writeHelp')
          : t('sampling.action.runHelp', { provider: provider ?? chosen.model.model })
      }
    >
      <SampleView step={1} draft={{ ...draft, view }} change={change} />
      {hasMany && <Note>{t('form.tooMany', { count: MOST_FIELDS })}</Note>}
      {state.kind === 'failed' && (
        <Note tone="bad" role="alert">
          <MessageText message={state.why} />{' '}
          {t.rich('sampling.request.failed', {
            server: () => <ServerName label={approval.serverLabel} />,
          })}
        </Note>
      )}
      {failure !== null && <ErrorNotice error={failure} />}
      {plan.data !== undefined && plan.data.rounds > 0 && (
        <Note icon="refresh">{t('sampling.request.rounds', { count: formatNumber(plan.data.rounds) })}</Note>
      )}
      {plan.data?.faults.map(({ path, message }) => (
        <Note key={`${path} ${messageText(message)}`} tone="lamp">
          <span className={layout.mono}>{path}</span>: <MessageText message={message} />
        </Note>
      ))}
      {view === 'parts' ? (
        <RequestParts
          server={{ id: approval.serverId, label: approval.serverLabel, icon }}
          original={original}
          params={draft.params}
          looked={approval.request.messages}
          onChange={(params) => change({ params })}
        />
      ) : (
        <RequestJson draft={draft} change={change} />
      )}
    </AnswerPane>
  );
}

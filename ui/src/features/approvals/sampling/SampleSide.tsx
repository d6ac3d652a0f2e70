import { NumberInput, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/client';
import type { ModelChoiceReason, SamplingPlan } from '../../../api/generated/contract';
import { useProviders } from '../../../api/models';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { VisibleText } from '../../../components/VisibleText';
import { asText } from '../../../lib/json';
import type { JsonObject } from '../../../lib/json';
import { modelChoices, modelOfText, textOfModel } from '../../../lib/modelRef';
import { dollars } from '../../../lib/money';
import { AnswerEffects } from '../AnswerEffects';
import { requestEffects } from '../effects';
import type { ApprovalOf } from '../kinds';
import { SampleBudget } from './SampleBudget';
import type { SampleDraft } from './sampleDrafts';
import { stopsOf, wishes, withMember } from './sampleParams';
import { StopField } from './StopField';

interface SampleSideProps {
  approval: ApprovalOf<'sample'>;
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
  plan: SamplingPlan | undefined;
  error: ApiError | null;
}

/** With which model, within which limits, and what that may take. */
export function SampleSide({ approval, draft, change, plan, error }: SampleSideProps): ReactNode {
  const providers = useProviders();
  const choices = modelChoices(providers.data ?? [], plan?.model == null ? [] : [plan.model.model]);
  const { params } = draft;
  const set = (name: string, value: number | string | string[] | undefined): void =>
    change({ params: withMember(params, name, value) });
  return (
    <aside className="approval-side" aria-label="Model and limits">
      {error !== null && <ErrorNotice error={error} />}
      {plan !== undefined && choices.length === 0 ? (
        <p className="fs12 t2">
          There is no model yet: answer by hand, or{' '}
          <Link className="text-link" to="/settings">
            add a provider in Settings
          </Link>
          .
        </p>
      ) : (
        <Select
          label="Model"
          searchable
          allowDeselect={false}
          limit={300}
          data={choices}
          value={plan?.model == null ? null : textOfModel(plan.model.model)}
          onChange={(text) => text !== null && change({ model: modelOfText(text) })}
        />
      )}
      {plan?.model != null && (
        <p className="fs12 t3">
          <Because why={plan.model.why} />
        </p>
      )}
      <Wishes params={params} />
      <div className="sample-limits">
        <NumberInput
          label="Tokens, at most"
          min={1}
          allowDecimal={false}
          hideControls
          value={asNumber(params['maxTokens'])}
          onChange={(value) => set('maxTokens', typeof value === 'number' ? value : undefined)}
        />
        <NumberInput
          label="Temperature"
          min={0}
          max={2}
          step={0.1}
          hideControls
          value={asNumber(params['temperature'])}
          onChange={(value) => set('temperature', typeof value === 'number' ? value : undefined)}
        />
      </div>
      <StopField
        stops={stopsOf(params)}
        onChange={(stops) => set('stopSequences', stops.length === 0 ? undefined : stops)}
      />
      {plan?.model != null && (
        <section className="sample-cost" aria-label="Estimated cost">
          <h3 className="label">Estimated cost</h3>
          <p>
            {plan.cost === null ? (
              <span className="fs12 t2">not known: give the model’s price in Settings</span>
            ) : (
              <>
                <b className="sample-price num">{dollars(plan.cost)}</b> <span className="t3">at most</span>
              </>
            )}
          </p>
          <p className="fs12 t2 num">
            about {plan.tokensIn.toLocaleString('en')} tokens in, up to {plan.tokensOut.toLocaleString('en')}{' '}
            out
          </p>
          {plan.over !== null && (
            <p className="fs12 sample-over" role="status">
              {plan.over}
            </p>
          )}
        </section>
      )}
      {plan?.model != null && <SampleBudget approval={approval} plan={plan} draft={draft} change={change} />}
      <AnswerEffects effects={requestEffects(approval, plan?.model == null ? 'byHandOnly' : 'canRun')} />
    </aside>
  );
}

function Because({ why }: { why: ModelChoiceReason }): ReactNode {
  switch (why.kind) {
    case 'table':
      return (
        <>
          Hint “<VisibleText text={why.hint} />” matched by “{why.words}” in your table.
        </>
      );
    case 'listed':
      return (
        <>
          Hint “<VisibleText text={why.hint} />” is in the model’s name.
        </>
      );
    case 'priorities':
      return 'No hint matched: chosen by the priorities below, as far as names and prices tell.';
    case 'first':
      return 'The server has no wish that helps: the first model there is.';
    case 'person':
      return 'Chosen by you.';
  }
}

function Wishes({ params }: { params: JsonObject }): ReactNode {
  const { includeContext } = params;
  const rows = wishes(params);
  const context = typeof includeContext === 'string' && includeContext !== 'none' ? includeContext : null;
  const metadata = params['metadata'];
  if (rows.length === 0 && context === null && metadata === undefined) return null;
  return (
    <dl className="kv num sample-wishes" aria-label="What the server wishes">
      {rows.map(({ name, value }) => (
        <div key={name} className="approval-effect">
          <dt>{name}</dt>
          <dd className="wrap">
            <VisibleText text={value} />
          </dd>
        </div>
      ))}
      {context !== null && (
        <div className="approval-effect">
          <dt>Context</dt>
          <dd className="wrap">
            asked for “<VisibleText text={context} />
            ”; nothing of other servers or calls is ever added
          </dd>
        </div>
      )}
      {metadata !== undefined && (
        <div className="approval-effect">
          <dt>Metadata</dt>
          <dd className="wrap">
            <VisibleText text={asText(metadata)} />, not sent
          </dd>
        </div>
      )}
    </dl>
  );
}

function asNumber(value: unknown): number | '' {
  return typeof value === 'number' ? value : '';
}

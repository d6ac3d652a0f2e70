import { NumberField, Select, TextLink } from '../../../kit/controls';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/client';
import type { ModelChoiceReason, SamplingPlan } from '../../../api/generated/contract';
import { useAnswer } from '../../../api/queries';
import { MessageText } from '../../../entities/message/MessageText';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { VisibleText } from '../../../kit/VisibleText';
import { formatNumber } from '../../../lib/format';
import { modelChoices, modelOfText, textOfModel } from '../../../lib/modelRef';
import { dollars } from '../../../lib/money';
import { t } from '../../../words/translate';
import type { ApprovalOf } from '../kinds';
import { SampleBudget } from './SampleBudget';
import type { SampleDraft } from './sampleDrafts';
import { stopsOf, withMember } from '../../../entities/sampling/sampleParams';
import { ModelPreferences } from '../../../entities/sampling/ModelPreferences';
import { StopField } from './StopField';
import { Announced } from '../../../kit/Announced';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import approvalsStyles from '../approvals.module.css';
import styles from './sampling.module.css';

interface SampleSideProps {
  approval: ApprovalOf<'sample'>;
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
  plan: SamplingPlan | undefined;
  error: ApiError | null;
}

/** With which model, within which limits, and what that may take. */
export function SampleSide({ approval, draft, change, plan, error }: SampleSideProps): ReactNode {
  const providers = useAnswer('model.providers', {});
  const choices = modelChoices(providers.data ?? [], plan?.model == null ? [] : [plan.model.model]);
  const { params } = draft;
  const set = (name: string, value: number | string | string[] | undefined): void =>
    change({ params: withMember(params, name, value) });
  return (
    <aside className={approvalsStyles['approval-side']} aria-label={t('sampling.side.label')}>
      {error !== null && <ErrorNotice error={error} />}
      {plan !== undefined && choices.length === 0 ? (
        <p className={cx(layout.fs12, layout.t2)}>
          {t.rich('sampling.side.noModel', {
            link: (text) => <TextLink to="/settings">{text}</TextLink>,
          })}
        </p>
      ) : (
        <Select
          label={t('sampling.side.model')}
          searchable
          allowDeselect={false}
          limit={300}
          data={choices}
          value={plan?.model == null ? null : textOfModel(plan.model.model)}
          onChange={(text) => text !== null && change({ model: modelOfText(text) })}
        />
      )}
      {plan?.model != null && (
        <p className={cx(layout.fs12, layout.t3)}>
          <Because why={plan.model.why} />
        </p>
      )}
      <ModelPreferences params={params} />
      <div className={styles['sample-limits']}>
        <NumberField
          label={t('sampling.side.maxTokens')}
          min={1}
          allowDecimal={false}
          hideControls
          value={asNumber(params['maxTokens'])}
          onChange={(value) => set('maxTokens', typeof value === 'number' ? value : undefined)}
        />
        <NumberField
          label={t('sampling.side.temperature')}
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
        <section className={styles['sample-cost']} aria-label={t('sampling.side.cost')}>
          <h3 className={layout.label}>{t('sampling.side.cost')}</h3>
          <p>
            {plan.cost === null ? (
              <span className={cx(layout.fs12, layout.t2)}>{t('sampling.side.costUnknown')}</span>
            ) : (
              <Price cost={plan.cost} />
            )}
          </p>
          <p className={cx(layout.fs12, layout.t2, layout.num)}>
            {t('sampling.side.tokens', {
              input: formatNumber(plan.tokensIn),
              output: formatNumber(plan.tokensOut),
            })}
          </p>
          {plan.over !== null && (
            <Announced as="p" className={cx(layout.fs12, styles['sample-over'])}>
              <MessageText message={plan.over} />
            </Announced>
          )}
        </section>
      )}
      {plan?.model != null && <SampleBudget approval={approval} plan={plan} draft={draft} change={change} />}
    </aside>
  );
}

function Price({ cost }: { cost: number }): ReactNode {
  return t.rich('sampling.side.costMax', {
    price: () => <b className={cx(styles['sample-price'], layout.num)}>{dollars(cost)}</b>,
    note: (text) => <span className={layout.t3}>{text}</span>,
  });
}

function Because({ why }: { why: ModelChoiceReason }): ReactNode {
  switch (why.kind) {
    case 'table':
      return t.rich('sampling.reason.table', {
        hint: () => <VisibleText text={why.hint} />,
        pattern: why.words,
      });
    case 'listed':
      return t.rich('sampling.reason.listed', { hint: () => <VisibleText text={why.hint} /> });
    case 'priorities':
    case 'first':
    case 'person':
      return t(`sampling.reason.${why.kind}`);
  }
}

function asNumber(value: unknown): number | '' {
  return typeof value === 'number' ? value : '';
}

import { Button, NumberField } from '../../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SamplingBudget, SamplingPlan } from '../../../api/generated/contract';
import { useOperation } from '../../../api/queries';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Usage } from '../../../kit/Usage';
import { dollars, fromDollars, toDollars } from '../../../lib/money';
import { t } from '../../../words/translate';
import { formatNumber, separators } from '../../../lib/format';
import type { ApprovalOf } from '../kinds';
import type { SampleDraft } from './sampleDrafts';
import { asServer } from '../../../lib/sourceIds';
import { ServerName } from '../../../entities/server/ServerName';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './sampling.module.css';

interface SampleBudgetProps {
  approval: ApprovalOf<'sample'>;
  plan: SamplingPlan;
  draft: SampleDraft;
  change: (part: Partial<SampleDraft>) => void;
}

/** What this server may have of models, and what it has had. A server that never asked may have nothing yet. */
export function SampleBudget({ approval, plan, draft, change }: SampleBudgetProps): ReactNode {
  const { rule, decided, spent } = plan;
  const server = approval.serverLabel;
  const save = useOperation('sampling.setServer', { onSuccess: () => change({ budget: null }) });
  const budget = draft.budget ?? rule.budget;
  const [open, setOpen] = useState(false);
  const editing = !rule.allowed || open || draft.budget !== null;
  return (
    <section className={styles['sample-budget']} aria-label={t('sampling.budget.label', { server })}>
      <div className={layout.row}>
        <h3 className={layout.label}>
          {t.rich('sampling.budget.title', { server: () => <ServerName label={server} /> })}
        </h3>
        {rule.allowed && !editing && (
          <span className={layout.end}>
            <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
              {t('sampling.budget.edit')}
            </Button>
          </span>
        )}
      </div>
      {!rule.allowed && (
        <p className={cx(layout.fs12, layout.t2)}>
          {t(decided ? 'sampling.budget.disabled' : 'sampling.budget.first', { server })}
        </p>
      )}
      {editing ? (
        <BudgetFields budget={budget} onChange={(next) => change({ budget: next })} />
      ) : (
        <>
          <Usage
            label={t('sampling.budget.requestsUsed')}
            value={spent.requests}
            most={budget.requestsPerHour}
            words={usedText(formatNumber(spent.requests), formatNumber(budget.requestsPerHour))}
          />
          <Usage
            label={t('sampling.budget.tokensUsed')}
            value={spent.tokens}
            most={budget.tokensPerDay}
            words={usedText(formatNumber(spent.tokens), formatNumber(budget.tokensPerDay))}
          />
          <Usage
            label={t('sampling.budget.moneyUsed')}
            value={spent.money}
            most={budget.moneyPerDay}
            words={usedText(dollars(spent.money), dollars(budget.moneyPerDay))}
          />
        </>
      )}
      {save.error !== null && <ErrorNotice error={save.error} />}
      {rule.allowed && editing && (
        <div className={layout.row}>
          <Button
            size="xs"
            loading={save.isPending}
            onClick={() => {
              setOpen(false);
              save.mutate({ serverId: asServer(approval.serverId), rule: { allowed: true, budget } });
            }}
          >
            {t('sampling.budget.save')}
          </Button>
        </div>
      )}
    </section>
  );
}

const usedText = (used: string, limit: string): string => t('common.usedOfLimit', { used, limit });

interface BudgetFieldsProps {
  budget: SamplingBudget;
  onChange: (budget: SamplingBudget) => void;
}

function BudgetFields({ budget, onChange }: BudgetFieldsProps): ReactNode {
  const number = (value: number | string): number => (typeof value === 'number' ? value : 0);
  return (
    <div className={styles['sample-budget-fields']}>
      <NumberField
        label={t('common.requestsPerHour')}
        min={0}
        max={10_000}
        allowDecimal={false}
        hideControls
        value={budget.requestsPerHour}
        onChange={(value) => onChange({ ...budget, requestsPerHour: number(value) })}
      />
      <NumberField
        label={t('common.tokensPerDay')}
        min={0}
        max={1_000_000_000}
        step={10_000}
        allowDecimal={false}
        {...separators()}
        hideControls
        value={budget.tokensPerDay}
        onChange={(value) => onChange({ ...budget, tokensPerDay: number(value) })}
      />
      <NumberField
        label={t('sampling.budget.money')}
        min={0}
        max={100_000}
        decimalScale={2}
        {...separators()}
        hideControls
        value={toDollars(budget.moneyPerDay)}
        onChange={(value) => onChange({ ...budget, moneyPerDay: fromDollars(number(value)) })}
      />
    </div>
  );
}

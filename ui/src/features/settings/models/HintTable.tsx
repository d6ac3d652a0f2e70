import { ActionIcon, Button, NumberField, Select, TextInput } from '../../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ModelMapping, ModelProvider } from '../../../api/generated/contract';
import { useAnswer, useOperation } from '../../../api/queries';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Icon } from '../../../kit/Icon';
import { modelChoices, modelOfText } from '../../../lib/modelRef';
import type { ModelGroup } from '../../../lib/modelRef';
import { separators } from '../../../lib/format';
import { fromDollars } from '../../../lib/money';
import { t } from '../../../words/translate';
import { rowsOf } from './hints';
import type { HintRow } from './hints';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './models.module.css';

/** The person's own table: what servers hint at, the model that means, and what it costs. The first row that fits counts. */
export function HintTable({ providers }: { providers: readonly ModelProvider[] }): ReactNode {
  const mappings = useAnswer('model.mappings', {});
  if (mappings.isError) return <ErrorNotice error={mappings.error} onRetry={() => void mappings.refetch()} />;
  if (mappings.data === undefined) return null;
  // What was saved is begun with anew: another key, another draft.
  return (
    <Table
      key={JSON.stringify(mappings.data.rows)}
      saved={mappings.data.rows}
      models={modelChoices(
        providers,
        mappings.data.rows.map(({ model }) => model),
      )}
    />
  );
}

interface TableProps {
  saved: readonly ModelMapping[];
  models: readonly ModelGroup[];
}

function Table({ saved, models }: TableProps): ReactNode {
  const [rows, setRows] = useState(() => rowsOf(saved));
  const save = useOperation('model.setMappings');
  const change = (key: number, part: Partial<HintRow>) => {
    save.reset();
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  };
  const fault = (index: number, field: string) =>
    save.error?.fields.find((one) => one.field === `rows.${index}.${field}`)?.message;
  const isChanged = JSON.stringify(rowsOf(saved).map(plain)) !== JSON.stringify(rows.map(plain));
  return (
    <div className={styles['models-hints']}>
      <h3 className={cx(layout.fs12, layout.b)}>{t('settings.mapping.title')}</h3>
      <p className={cx(layout.fs12, layout.t2)}>{t('settings.mapping.help')}</p>
      {rows.length > 0 && (
        <ol className={styles['models-table']} aria-label={t('settings.mapping.title')}>
          {rows.map((row, index) => (
            <li key={row.key}>
              <TextInput
                aria-label={t('settings.mapping.hint', { row: index + 1 })}
                placeholder={t('settings.mapping.hintPlaceholder')}
                spellCheck={false}
                value={row.hint}
                error={fault(index, 'hint')}
                onChange={(event) => change(row.key, { hint: event.currentTarget.value })}
              />
              <Select
                aria-label={t('settings.mapping.model', { row: index + 1 })}
                placeholder={t('settings.mapping.modelPlaceholder')}
                searchable
                limit={200}
                data={models}
                value={row.model}
                error={fault(index, 'model')}
                onChange={(model) => change(row.key, { model })}
              />
              <Price
                label={t('settings.mapping.priceIn', { row: index + 1 })}
                placeholder={t('settings.mapping.priceInPlaceholder')}
                value={row.input}
                onChange={(input) => change(row.key, { input })}
              />
              <Price
                label={t('settings.mapping.priceOut', { row: index + 1 })}
                placeholder={t('settings.mapping.priceOutPlaceholder')}
                value={row.output}
                onChange={(output) => change(row.key, { output })}
              />
              <ActionIcon
                aria-label={t('settings.mapping.moveUp', { row: index + 1 })}
                title={t('settings.mapping.moveUp', { row: index + 1 })}
                disabled={index === 0}
                onClick={() => setRows(swapped(rows, index))}
              >
                <Icon name="up" size={14} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('settings.mapping.remove', { row: index + 1 })}
                title={t('settings.mapping.remove', { row: index + 1 })}
                onClick={() => setRows(rows.filter((each) => each.key !== row.key))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ol>
      )}
      {save.error !== null && save.error.fields.length === 0 && <ErrorNotice error={save.error} />}
      <div className={layout.row}>
        <Button
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setRows([...rows, emptyRow(rows)])}
        >
          {t('settings.mapping.addRow')}
        </Button>
        {isChanged && (
          <Button
            size="xs"
            variant="filled"
            loading={save.isPending}
            onClick={() => save.mutate({ rows: rows.map(plain) })}
          >
            {t('settings.mapping.save')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PriceProps {
  label: string;
  placeholder: string;
  value: number | '';
  onChange: (value: number | '') => void;
}

function Price({ label, placeholder, value, onChange }: PriceProps): ReactNode {
  return (
    <NumberField
      className={layout.num}
      aria-label={label}
      placeholder={placeholder}
      hideControls
      min={0}
      max={100_000}
      decimalScale={4}
      decimalSeparator={separators().decimalSeparator}
      value={value}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : '')}
    />
  );
}

function plain({ hint, model, input, output }: HintRow): ModelMapping {
  const prices =
    input === '' && output === ''
      ? null
      : { input: fromDollars(input === '' ? 0 : input), output: fromDollars(output === '' ? 0 : output) };
  return { hint, model: modelOfText(model), prices };
}

function emptyRow(rows: readonly HintRow[]): HintRow {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return { key, hint: '', model: null, input: '', output: '' };
}

function swapped(rows: readonly HintRow[], index: number): HintRow[] {
  const next = [...rows];
  const [row] = next.splice(index, 1);
  if (row !== undefined) next.splice(index - 1, 0, row);
  return next;
}

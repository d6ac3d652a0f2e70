import { ActionIcon, Button, Switch, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { emptyRow } from './draft';
import type { ValueRow } from './draft';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import sheetStyles from '../../kit/sheet.module.css';
import styles from './servers.module.css';

type Kind = 'variable' | 'header';

const TITLES = { variable: 'common.environment', header: 'common.headers' } as const;
const ADD = { variable: 'serverForm.values.addVariable', header: 'serverForm.values.addHeader' } as const;
const NEW = { variable: 'serverForm.values.newVariable', header: 'serverForm.values.newHeader' } as const;

interface ValueRowsProps {
  kind: Kind;
  rows: ValueRow[];
  onChange: (rows: ValueRow[]) => void;
  /** What is wrong with the row of a name, or with all of them (empty name). */
  fault: (name: string) => string | undefined;
}

/** Environment values or headers, each open or secret. */
export function ValueRows(props: ValueRowsProps): ReactNode {
  const { kind, rows, onChange, fault } = props;
  const title = t(TITLES[kind]);
  const patch = (index: number, change: Partial<ValueRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <section aria-label={title}>
      <div className={cx(layout.row, styles['values-head'])}>
        <b className={layout.b}>{title}</b>
        <span className={cx(layout.fs11, layout.t3)}>{t('serverForm.values.help')}</span>
        <Button
          className={layout.end}
          size="xs"
          variant="subtle"
          aria-label={t(ADD[kind])}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...rows, emptyRow()])}
        >
          {t('common.add')}
        </Button>
      </div>
      {rows.map((row, index) => (
        <ValueLine
          key={row.id}
          row={row}
          kind={kind}
          problem={row.name.trim() === '' && row.value === '' ? undefined : fault(row.name.trim())}
          onPatch={(change) => patch(index, change)}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
    </section>
  );
}

interface ValueLineProps {
  row: ValueRow;
  kind: Kind;
  problem: string | undefined;
  onPatch: (change: Partial<ValueRow>) => void;
  onRemove: () => void;
}

function ValueLine({ row, kind, problem, onPatch, onRemove }: ValueLineProps): ReactNode {
  const called = row.name === '' ? t(NEW[kind]) : row.name;
  return (
    <div className={styles['value-line']}>
      <TextInput
        aria-label={t('serverForm.values.nameOf', { name: called })}
        placeholder={kind === 'header' ? 'Authorization' : t('serverForm.values.namePlaceholder')}
        classNames={{ input: cx(sheetStyles.mono, layout.mono) }}
        value={row.name}
        spellCheck={false}
        onChange={(event) => onPatch({ name: event.currentTarget.value })}
      />
      <ValueField
        row={row}
        called={called}
        invalid={problem !== undefined}
        onValue={(value) => onPatch({ value })}
      />
      <Switch
        label={t('serverForm.values.secret')}
        aria-label={t('serverForm.values.secretOf', { name: called })}
        checked={row.secret}
        onChange={(event) => onPatch({ secret: event.currentTarget.checked })}
      />
      <ActionIcon size="xs" aria-label={t('common.removeOf', { name: called })} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
      {problem !== undefined && (
        <p
          className={cx(sheetStyles['field-help'], sheetStyles.bad, layout.bad, styles['value-problem'])}
          role="alert"
        >
          {problem}
        </p>
      )}
    </div>
  );
}

interface ValueFieldProps {
  row: ValueRow;
  called: string;
  invalid: boolean;
  onValue: (value: string) => void;
}

/** The value of a row; a secret is masked, and kept as it is until something is typed. */
function ValueField({ row, called, invalid, onValue }: ValueFieldProps): ReactNode {
  const [revealed, setRevealed] = useState(false);
  return (
    <TextInput
      aria-label={t('serverForm.values.valueOf', { name: called })}
      classNames={{ input: cx(sheetStyles.mono, layout.mono) }}
      type={row.secret && !revealed ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      placeholder={row.stored ? t('serverForm.values.stored') : ''}
      value={row.value}
      error={invalid}
      leftSection={row.secret ? <Icon name="lock" size={14} /> : null}
      rightSection={
        row.secret &&
        row.value !== '' && (
          <ActionIcon
            size="xs"
            aria-label={t(revealed ? 'serverForm.values.hide' : 'serverForm.values.show', { name: called })}
            aria-pressed={revealed}
            onClick={() => setRevealed(!revealed)}
          >
            <Icon name={revealed ? 'eyeOff' : 'eye'} size={14} />
          </ActionIcon>
        )
      }
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

interface InputRowsProps {
  title: string;
  rows: ValueRow[];
  onChange: (row: ValueRow) => void;
  fault: (name: string) => string | undefined;
}

/** The secrets that arguments or the URL refer to. A row is there as long as its reference is. */
export function InputRows({ title, rows, onChange, fault }: InputRowsProps): ReactNode {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={cx(layout.row, styles['values-head'])}>
        <b className={layout.b}>{title}</b>
        <span className={cx(layout.fs11, layout.t3)}>{t('serverForm.secrets.help')}</span>
      </div>
      {rows.map((row) => {
        const problem = fault(row.name);
        return (
          <div key={row.id} className={styles['value-line']}>
            <code
              className={cx(sheetStyles.mono, layout.mono, layout.fs12, layout.wrap)}
            >{`\${input:${row.name}}`}</code>
            <div className={styles['input-value']}>
              <ValueField
                row={row}
                called={row.name}
                invalid={problem !== undefined}
                onValue={(value) => onChange({ ...row, value })}
              />
            </div>
            {problem !== undefined && (
              <p
                className={cx(
                  sheetStyles['field-help'],
                  sheetStyles.bad,
                  layout.bad,
                  styles['value-problem'],
                )}
                role="alert"
              >
                {problem}
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}

import { NumberField, Switch } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SettingId } from '../../lib/settingsIndex';
import { separators } from '../../lib/format';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './settings.module.css';

interface LineProps {
  id: SettingId;
  label: string;
  help: string;
  children: ReactNode;
}

export function Line({ id, label, help, children }: LineProps): ReactNode {
  return (
    <div className={styles.setting} id={`set-${id}`}>
      <div className={layout.grow}>
        <p className={layout.b}>{label}</p>
        <p className={cx(layout.fs12, layout.t2)}>{help}</p>
      </div>
      {children}
    </div>
  );
}

interface SwitchLineProps {
  id: SettingId;
  label: string;
  help: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
}

export function SwitchLine({ id, label, help, on, onSwitch }: SwitchLineProps): ReactNode {
  return (
    <Line id={id} label={label} help={help}>
      <Switch aria-label={label} checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />
    </Line>
  );
}

interface NumberLineProps {
  id: SettingId;
  label: string;
  help: string;
  suffix?: string;
  min: number;
  max: number;
  value: number;
  error: string | undefined;
  onCommit: (value: number) => void;
}

/** A number that is saved when the person leaves the field or presses Enter. */
export function NumberLine({
  id,
  label,
  help,
  suffix,
  min,
  max,
  value,
  error,
  onCommit,
}: NumberLineProps): ReactNode {
  const [typed, setTyped] = useState<string | number>(value);
  const [saved, setSaved] = useState(value);
  if (saved !== value) {
    setSaved(value);
    setTyped(value);
  }
  const commit = () => {
    const number = typeof typed === 'number' ? typed : Number.parseFloat(typed);
    if (!Number.isFinite(number)) setTyped(value);
    else if (number !== value) onCommit(number);
  };
  return (
    <Line id={id} label={label} help={help}>
      <NumberField
        className={cx(styles['setting-number'], layout.num)}
        aria-label={label}
        allowDecimal={false}
        clampBehavior="blur"
        {...separators()}
        {...(suffix === undefined ? {} : { suffix })}
        min={min}
        max={max}
        value={typed}
        error={error}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
    </Line>
  );
}

import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { STEPPER_WIDTH, Stepper } from '../../Stepper';
import { isExact, type JsonValue } from '../../../lib/json';
import { t } from '../../../words/translate';
import { ariaOf, type ControlProps } from '../control';
import layout from '../../../styles/layout.module.css';

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** What typed text means: a number, or the text itself, which the validator then names as a fault. */
export function readNumber(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  return NUMBER.test(text) && isExact(text) ? Number(text) : text;
}

/** A number, typed or stepped. What is typed stays as typed; nothing is clamped behind the person's back. */
export function NumberField(props: ControlProps<'number'>) {
  const { id, shape, value, onChange } = props;
  const [text, setText] = useState(() => textOf(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The value came from elsewhere unless it is what the text already says.
    setKnown(value);
    if (readNumber(text) !== value) setText(textOf(value));
  }

  const low = numberOf(shape.schema['minimum']);
  const high = numberOf(shape.schema['maximum']);
  const step = numberOf(shape.schema['multipleOf']) ?? 1;
  const change = (next: string) => {
    setText(next);
    onChange(readNumber(next));
  };
  const stepBy = (direction: 1 | -1) => {
    const from = typeof value === 'number' ? value + direction * step : (low ?? (direction === 1 ? step : 0));
    const next = Math.min(high ?? Infinity, Math.max(low ?? -Infinity, from));
    change(String(Number.isInteger(next) ? next : Number(next.toPrecision(12))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    stepBy(event.key === 'ArrowUp' ? 1 : -1);
  };

  return (
    <TextInput
      id={id}
      className={layout.num}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      aria-valuenow={typeof value === 'number' ? value : undefined}
      aria-valuetext={text === '' ? t('form.notSet') : undefined}
      aria-valuemin={low}
      aria-valuemax={high}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={props.onBlur}
      rightSectionWidth={STEPPER_WIDTH}
      rightSection={<Stepper onStep={stepBy} />}
      {...ariaOf(props)}
    />
  );
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

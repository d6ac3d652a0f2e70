import { Textarea } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { type JsonValue, readSentJson } from '../../../lib/json';
import { useForm } from '../context';
import { ariaOf, type ControlProps } from '../control';
import { pathKey } from '../../../lib/jsonPath';
import type { Shape } from '../shape';
import styles from '../schemaForm.module.css';

/** Any value as JSON text. Text that does not parse stays as typed, and the field says where it breaks. */
export function JsonField(props: Omit<ControlProps<'json'>, 'shape'> & { shape: Shape }) {
  const { id, path, value, onChange } = props;
  const { state } = useForm();
  const key = pathKey(path);
  const unread = useSyncExternalStore(state.subscribe, () => state.textAt(key));
  // What was typed stays on show while it means the same, so that the cursor does not jump.
  const [typed, setTyped] = useState<{ text: string; value: JsonValue }>();
  const meant = typed !== undefined && typed.value === value ? typed.text : undefined;
  const text = unread?.text ?? meant ?? (value === undefined ? '' : written(value));

  const change = (next: string) => {
    if (next.trim() === '') {
      state.setText(path, undefined);
      onChange(undefined);
      return;
    }
    const reading = readSentJson(next);
    if (reading.kind === 'problem') {
      const { message, line, column } = reading;
      state.setText(path, { text: next, fault: { kind: 'notJson', problem: message, line, column } });
      return;
    }
    state.setText(path, undefined);
    setTyped({ text: next, value: reading.value });
    onChange(reading.value);
  };

  return (
    <Textarea
      id={id}
      className={styles['sf-code']}
      rows={Math.min(12, text.split('\n', 12).length)}
      placeholder="JSON"
      spellCheck={false}
      autoComplete="off"
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={props.onBlur}
      {...ariaOf(props)}
    />
  );
}

function written(value: JsonValue): string {
  const short = JSON.stringify(value);
  return short.length <= 40 ? short : JSON.stringify(value, null, 2);
}

import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { LINE_BREAK, visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { PasswordField } from '../../PasswordField';
import { ariaOf, type ControlProps } from '../control';
import styles from '../schemaForm.module.css';

const INPUT_TYPES = { email: 'email', uri: 'url' } as const;
const MOST_ROWS = 12;
/** About how many characters fit on a line of the narrowest form; only a first guess at the height. */
const LINE = 44;

/** Text: one line that grows. Enter does nothing on a single line, Shift+Enter starts a second one. */
export function TextField(props: ControlProps<'text'>) {
  const { id, shape, value, onChange, onBlur, required } = props;
  const text = typeof value === 'string' ? value : '';
  const change = (next: string) => onChange(next === '' && !required ? undefined : next);

  if (shape.format === 'password') {
    return (
      <PasswordField
        id={id}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={onBlur}
        {...ariaOf(props)}
      />
    );
  }
  const inputMode =
    shape.format === 'email' || shape.format === 'uri' ? INPUT_TYPES[shape.format] : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const single = !shape.long && !LINE_BREAK.test(text);
    if (event.key === 'Enter' && single && !event.shiftKey && !event.nativeEvent.isComposing)
      event.preventDefault();
  };
  return (
    <Textarea
      id={id}
      className={styles['sf-text']}
      rows={rowsFor(text, shape.long ? 3 : 1)}
      value={text}
      placeholder={value === '' ? t('form.emptyText') : placeholderOf(props)}
      inputMode={inputMode}
      spellCheck={shape.format === 'plain' && shape.long}
      autoComplete="off"
      autoCapitalize="off"
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      {...ariaOf(props)}
    />
  );
}

function placeholderOf({ shape }: ControlProps<'text'>): string | undefined {
  const examples = shape.schema['examples'];
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return typeof first === 'string' ? visibleString(first) : undefined;
}

function rowsFor(text: string, least: number): number {
  let rows = 0;
  for (const line of text.split(LINE_BREAK, MOST_ROWS)) rows += Math.max(1, Math.ceil(line.length / LINE));
  return Math.min(MOST_ROWS, Math.max(least, rows));
}

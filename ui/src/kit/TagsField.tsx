import { Pill, PillsInput } from '@mantine/core';
import { useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';
import styles from './fields.module.css';

interface TagsFieldProps {
  id?: string;
  /** The tags as texts. */
  tags: readonly string[];
  /** The texts that are added, after those that stay. `kept` are places of tags. */
  onChange: (kept: readonly number[], added: readonly string[]) => void;
  onBlur?: () => void;
  invalid?: boolean;
  label?: string;
  describedBy?: string | undefined;
  required?: boolean;
  inputMode?: 'decimal' | undefined;
}

/** A list of short texts: Enter adds, Backspace in the empty field takes the last one back. */
export function TagsField(props: TagsFieldProps): ReactNode {
  const { tags, onChange } = props;
  const [typed, setTyped] = useState('');
  const places = tags.map((_, place) => place);

  const add = (texts: readonly string[]): void => {
    const fresh = texts.filter((text) => text.trim() !== '');
    if (fresh.length > 0) onChange(places, fresh);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter') add([typed]);
      return;
    }
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault();
      add([typed]);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      event.preventDefault();
      onChange(places.slice(0, -1), []);
      setTyped(tags.at(-1) ?? '');
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  };

  return (
    <PillsInput
      {...(props.id === undefined ? {} : { id: props.id })}
      error={props.invalid === true}
      classNames={{ input: styles['tags'] ?? '' }}
    >
      <Pill.Group>
        {tags.map((tag, index) => (
          <Pill
            // Equal tags are allowed: their place is their identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={styles['tag'] ?? ''}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('common.removeOf', { name: visibleString(tag) }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onChange(places.toSpliced(index, 1), [])}
          >
            {visibleString(tag)}
          </Pill>
        ))}
        <PillsInput.Field
          aria-label={props.label}
          // As parts of the field: it would replace a description by the one of its own label.
          attributes={{
            field: {
              'aria-describedby': props.describedBy,
              'aria-required': props.required || undefined,
            },
          }}
          autoComplete="off"
          inputMode={props.inputMode}
          placeholder={t('common.add')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => {
            add([typed]);
            props.onBlur?.();
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}

import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Icon } from '../../Icon';
import type { JsonValue } from '../../../lib/json';
import { optionLabel } from '../shape';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { ariaOf, type ControlProps } from '../control';
import { readNumber } from './NumberField';

/** A list of texts or numbers: Enter adds, Backspace in the empty field takes the last one back. */
export function TagsField(props: ControlProps<'tags'>) {
  const { shape, value, onChange, required } = props;
  const [typed, setTyped] = useState('');
  const tags = Array.isArray(value) ? value : [];
  const change = (next: JsonValue[]) => onChange(next.length === 0 && !required ? undefined : next);
  const read = (text: string): JsonValue => (shape.item === 'number' ? (readNumber(text) ?? text) : text);

  const add = (texts: readonly string[]) => {
    const fresh = texts.filter((text) => text.trim() !== '').map(read);
    const next =
      shape.schema['uniqueItems'] === true ? [...new Set([...tags, ...fresh])] : [...tags, ...fresh];
    if (fresh.length > 0) change(next);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter') add([typed]);
      return;
    }
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault();
      add([typed]);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      event.preventDefault();
      const last = tags.at(-1);
      change(tags.slice(0, -1));
      if (typeof last === 'string' || typeof last === 'number') setTyped(String(last));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  };

  return (
    <div className="sf-tags" data-invalid={props.invalid || undefined}>
      {tags.map((tag, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- equal tags are allowed, their place is their identity
        <span key={index} className="sf-tag">
          <span className="sf-tag-text">{visibleString(optionLabel(tag))}</span>
          <button
            type="button"
            aria-label={t('form.removeNamed', { name: visibleString(optionLabel(tag)) })}
            onClick={() => change(tags.filter((_, other) => other !== index))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <input
        id={props.id}
        autoComplete="off"
        inputMode={shape.item === 'number' ? 'decimal' : undefined}
        placeholder={t('common.add')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          add([typed]);
          props.onBlur();
        }}
        {...ariaOf(props)}
      />
    </div>
  );
}

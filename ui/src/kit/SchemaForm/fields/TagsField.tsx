import type { JsonValue } from '../../../lib/json';
import { TagsField as Tags } from '../../TagsField';
import type { ControlProps } from '../control';
import { optionLabel } from '../shape';
import { readNumber } from './NumberField';

/** A list of texts or numbers. */
export function TagsField(props: ControlProps<'tags'>) {
  const { shape, value, onChange, required } = props;
  const tags = Array.isArray(value) ? value : [];
  const read = (text: string): JsonValue => (shape.item === 'number' ? (readNumber(text) ?? text) : text);
  const change = (kept: readonly number[], added: readonly string[]): void => {
    const all = [...tags.filter((_, place) => kept.includes(place)), ...added.map(read)];
    const next = shape.schema['uniqueItems'] === true && added.length > 0 ? [...new Set(all)] : all;
    onChange(next.length === 0 && !required ? undefined : next);
  };
  return (
    <Tags
      id={props.id}
      tags={tags.map(optionLabel)}
      onChange={change}
      onBlur={props.onBlur}
      invalid={props.invalid}
      describedBy={props.describedBy}
      required={required}
      inputMode={shape.item === 'number' ? 'decimal' : undefined}
    />
  );
}

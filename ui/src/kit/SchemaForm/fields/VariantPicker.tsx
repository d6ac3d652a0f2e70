import { useRef, useState } from 'react';
import { Select } from '@mantine/core';
import type { JsonValue } from '../../../lib/json';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { useEdit, useForm } from '../context';
import { startingValue } from '../defaults';
import type { Path } from '../../../lib/jsonPath';
import { Segments } from '../../Segments';
import type { Shape } from '../shape';
import { VisibleText } from '../../VisibleText';
import { closestVariant } from '../variants';
import styles from '../schemaForm.module.css';

interface VariantPickerProps {
  path: Path;
  title: string;
  shape: Extract<Shape, { kind: 'variants' }>;
  value: JsonValue | undefined;
  need: 'needed' | 'optional';
}

/** Which of several shapes a value has, then its fields. What was typed for another shape comes back with it. */
export function VariantPicker({ path, title, shape, value, need }: VariantPickerProps) {
  const { FieldBody, access, root, state } = useForm();
  const edit = useEdit();
  const [chosen, setChosen] = useState<number>();
  const drafts = useRef(new Map<number, JsonValue | undefined>());
  const [known, setKnown] = useState(value);
  // A value from elsewhere (the JSON view, a re-run) may be of another variant than the one picked here.
  if (known !== value) setKnown(value);
  const closest = closestVariant(shape.variants, value, root);
  const index = chosen ?? closest;
  const variant = shape.variants[index] ?? shape.variants[0];
  if (variant === undefined) return null;

  const pick = (next: number) => {
    if (next === index) return;
    drafts.current.set(index, value);
    state.dropTexts(path);
    setChosen(next);
    const target = shape.variants[next];
    edit(path, drafts.current.get(next) ?? (target && startingValue(target.schema, root)));
  };
  const labels = shape.variants.map(({ label }) => label);
  const few = labels.length <= 4 && labels.join('').length <= 34;

  return (
    <>
      {access === 'read' ? (
        <p className={styles['sf-help']}>
          <VisibleText text={variant.label} />
        </p>
      ) : few ? (
        <Segments
          label={t('form.variantOf', { title: visibleString(title) })}
          data={labels.map((label, place) => ({ value: place, label }))}
          value={index}
          onChange={pick}
        />
      ) : (
        <Select
          aria-label={t('form.variantOf', { title: visibleString(title) })}
          data={labels.map((label, place) => ({ value: String(place), label: visibleString(label) }))}
          value={String(index)}
          onChange={(place) => place !== null && pick(Number(place))}
          allowDeselect={false}
          searchable
          comboboxProps={{ shadow: 'md' }}
        />
      )}
      <div>
        <FieldBody
          key={index}
          path={path}
          schema={variant.schema}
          value={value}
          need={need}
          title={title}
          name={undefined}
          width="full"
          bare
        />
      </div>
    </>
  );
}

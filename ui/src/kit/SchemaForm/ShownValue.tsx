import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';
import { sameJson, type JsonValue } from '../../lib/json';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { JsonView } from '../JsonView/JsonView';
import { VisibleText } from '../VisibleText';
import { optionLabel, type Shape } from './shape';
import styles from './schemaForm.module.css';

/** Longer JSON is drawn as a tree. */
const LONG_JSON = 400;

interface ShownValueProps {
  shape: Shape;
  value: JsonValue | undefined;
  title: string;
  labelId: string;
}

/** A value of a form that is only read: the text its control would show. */
export function ShownValue({ shape, value, title, labelId }: ShownValueProps): ReactNode {
  if (typeof value === 'object' && value !== null && !isListOfTexts(shape, value)) {
    const text = JSON.stringify(value);
    if (text.length > LONG_JSON) return <JsonView label={title} value={value} />;
  }
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      className={cx(styles['sf-shown'], value === undefined && layout.t3)}
    >
      <VisibleText text={textOf(shape, value)} />
    </div>
  );
}

const isListOfTexts = (shape: Shape, value: JsonValue): value is JsonValue[] =>
  (shape.kind === 'manyChoice' || shape.kind === 'tags') && Array.isArray(value);

function textOf(shape: Shape, value: JsonValue | undefined): string {
  if (value === undefined) return t('form.notSet');
  if (isListOfTexts(shape, value)) return value.map((item) => nameOf(shape, item)).join('\n');
  return nameOf(shape, value);
}

/** The label of an option, where the value is one. */
function nameOf(shape: Shape, value: JsonValue): string {
  const options = shape.kind === 'choice' || shape.kind === 'manyChoice' ? shape.options : [];
  const option = options.find((each) => sameJson(each.value, value));
  return option?.label ?? optionLabel(value);
}

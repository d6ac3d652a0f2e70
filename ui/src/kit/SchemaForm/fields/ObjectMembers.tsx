import { startTransition, useContext, useEffect, useMemo, useState } from 'react';
import { type JsonValue, isObject, own, type JsonObject } from '../../../lib/json';
import { shapeFor } from '../conditions';
import { LineageContext, useForm, type Lineage } from '../context';
import type { Path } from '../../../lib/jsonPath';
import { shapeOf, type Shape } from '../shape';
import { fitsSegments } from './ChoiceField';
import { ExtraMembers } from './ExtraMembers';
import styles from '../schemaForm.module.css';

interface ObjectMembersProps {
  path: Path;
  shape: Extract<Shape, { kind: 'object' }>;
  value: JsonValue | undefined;
  optional: boolean;
}

/** So many fields are drawn at once; the rest of a very long form follows without holding up the window. */
const FIRST = 60;

/** The fields of one object: those the schema names, then whatever else it holds. */
export function ObjectMembers({ path, shape: declared, value, optional }: ObjectMembersProps) {
  const { Field, root } = useForm();
  const around = useContext(LineageContext);
  const lineage = useMemo<Lineage>(
    () => [...around, { path, schema: declared.schema, optional }],
    [around, path, declared, optional],
  );
  const shape = shapeFor(declared, value, root);
  const held: JsonObject = isObject(value) ? value : {};
  const rows = useMemo(() => layOut(shape.properties, root), [shape, root]);
  const [drawn, setDrawn] = useState<'first' | 'all'>(rows.length > FIRST ? 'first' : 'all');
  useEffect(() => startTransition(() => setDrawn('all')), []);
  const known = new Set(shape.properties.map(([name]) => name));
  const extra = Object.keys(held).filter((name) => !known.has(name));
  // An object without named members is a map of its own; elsewhere only a declared map is offered.
  const offersMore =
    shape.additional !== false &&
    (shape.additional !== undefined || (shape.properties.length === 0 && path.length > 0));

  return (
    <LineageContext value={lineage}>
      <div className={styles['sf-members']}>
        {(drawn === 'all' ? rows : rows.slice(0, FIRST)).map(({ name, schema, width }) => (
          <Field
            key={name}
            parent={path}
            name={name}
            schema={schema}
            value={own(held, name)}
            need={shape.required.has(name) ? 'needed' : 'optional'}
            width={width}
          />
        ))}
        {(extra.length > 0 || offersMore) && (
          <ExtraMembers
            path={path}
            names={extra}
            held={held}
            schema={typeof shape.additional === 'boolean' ? undefined : shape.additional}
            canAdd={offersMore}
            taken={known}
          />
        )}
      </div>
    </LineageContext>
  );
}

interface Row {
  name: string;
  schema: JsonValue;
  width: 'half' | 'full';
}

/** Two short fields that follow each other share a line. */
function layOut(properties: readonly [string, JsonValue][], root: JsonObject): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < properties.length; index += 1) {
    const [first, second] = [properties[index], properties[index + 1]];
    if (first === undefined) break;
    const pair = second !== undefined && isShort(first, root) && isShort(second, root);
    rows.push({ name: first[0], schema: first[1], width: pair ? 'half' : 'full' });
    if (!pair) continue;
    rows.push({ name: second[0], schema: second[1], width: 'half' });
    index += 1;
  }
  return rows;
}

function isShort([name, schema]: [string, JsonValue], root: JsonObject): boolean {
  const shape = shapeOf(schema, root);
  if ((shape.title ?? name).length > 18 || (shape.description ?? '').length > 60) return false;
  switch (shape.kind) {
    case 'number':
    case 'fixed':
      return true;
    case 'text':
      return shape.format === 'date' || shape.format === 'time';
    case 'choice':
      return !fitsSegments(shape.options) && shape.options.every(({ label }) => label.length <= 16);
    default:
      return false;
  }
}

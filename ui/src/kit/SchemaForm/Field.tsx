import { memo, useId, useMemo, type ReactNode } from 'react';
import type { JsonValue } from '../../lib/json';
import { useForm, useFault } from './context';
import type { FieldBodyProps, FieldProps } from './control';
import { MOST_FIELDS, useTooLong } from './fieldCount';
import { pathKey } from '../../lib/jsonPath';
import { shapeOf } from './shape';
import { LeafField } from './LeafField';
import { GroupField } from './GroupField';
import { t } from '../../words/translate';
import styles from './schemaForm.module.css';

/** One value of a form. Renders again only when its own value changes, which keeps a form of hundreds quick. */
export const Field = memo(function Field({ parent, name, schema, value, need, width, label }: FieldProps) {
  const path = useMemo(() => [...parent, name], [parent, name]);
  const { root } = useForm();
  const { title } = shapeOf(schema, root);
  const shown = label ?? title ?? String(name);
  return (
    <FieldBody
      path={path}
      schema={schema}
      value={value}
      need={need}
      title={shown}
      name={shown === String(name) || typeof name === 'number' ? undefined : name}
      width={width}
    />
  );
});

export function FieldBody(props: FieldBodyProps): ReactNode {
  const { root, id: formId, access, fieldNote } = useForm();
  const shape = shapeOf(props.schema, root);
  const key = pathKey(props.path);
  const own = useId();
  const id = `${formId}-${own}`;
  const isGroup = shape.kind === 'object' || shape.kind === 'list' || shape.kind === 'variants';
  const fault = useFault(props.path, 'deep');
  const note = props.path.length === 1 ? fieldNote?.(String(props.path[0])) : undefined;
  const isTooLong = useTooLong(shape, props.value, root, props.path.length);
  const fits = !isTooLong && fitsKind(shape.kind, props.value);
  if (isGroup && fits && props.value !== null)
    return <GroupField {...props} shape={shape} id={id} note={note} />;
  return (
    <LeafField
      {...props}
      shape={shape}
      id={id}
      fieldKey={key}
      fault={fault}
      note={
        <>
          {isTooLong && access === 'edit' && (
            <p className={styles['sf-help']}>{t('form.tooMany', { count: MOST_FIELDS })}</p>
          )}
          {note}
        </>
      }
      fits={fits}
    />
  );
}

/** Whether a value can stand in a field of this kind; one that cannot is edited as JSON instead of being lost. */
function fitsKind(kind: ReturnType<typeof shapeOf>['kind'], value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  switch (kind) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'list':
    case 'manyChoice':
      return Array.isArray(value);
    case 'tags':
      return (
        Array.isArray(value) && value.every((item) => typeof item !== 'object' && typeof item !== 'boolean')
      );
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
    case 'fixed':
    case 'variants':
    case 'json':
      return true;
  }
}

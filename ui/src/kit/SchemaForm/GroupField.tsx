import type { ReactNode } from 'react';
import { isObject } from '../../lib/json';
import { t } from '../../words/translate';
import { useEdit, useForm } from './context';
import type { FieldBodyProps } from './control';
import { OPEN_DEPTH } from './fieldCount';
import { hintOf } from './hints';
import { NullToggle } from './NullToggle';
import { Section } from './Section';
import type { Shape } from './shape';
import { ListItems } from './fields/ListItems';
import { ObjectMembers } from './fields/ObjectMembers';
import { VariantPicker } from './fields/VariantPicker';

interface GroupFieldProps extends FieldBodyProps {
  shape: Shape;
  id: string;
  note: ReactNode;
}

/** An object, a list or a choice of shapes: a section with fields of its own. */
export function GroupField(props: GroupFieldProps) {
  const { path, shape, value, need, title, id } = props;
  const { access, root } = useForm();
  const edit = useEdit();
  const body = () => {
    switch (shape.kind) {
      case 'object':
        return <ObjectMembers path={path} shape={shape} value={value} optional={need === 'optional'} />;
      case 'list':
        return <ListItems path={path} title={title} shape={shape} value={value} need={need} />;
      case 'variants':
        return <VariantPicker path={path} title={title} shape={shape} value={value} need={need} />;
      default:
        return null;
    }
  };
  if (props.bare) return body();
  return (
    <Section
      path={path}
      id={id}
      title={title}
      name={props.name}
      required={need === 'needed'}
      summary={summaryOf(shape, value, hintOf(shape, value, root))}
      description={shape.description}
      initiallyOpen={value !== undefined || path.length < OPEN_DEPTH}
      actions={
        access === 'edit' &&
        shape.nullable && <NullToggle title={title} value={value} onChange={(next) => edit(path, next)} />
      }
      note={props.note}
    >
      {body}
    </Section>
  );
}

function summaryOf(shape: Shape, value: unknown, hint: string): string {
  if (shape.kind !== 'object') return hint;
  const held = isObject(value) ? Object.keys(value).length : 0;
  const total = shape.properties.length;
  const words =
    total === 0 ? t('form.hint.objectSet', { held }) : t('form.hint.objectSetOf', { held, total });
  return [words, hint].filter((part) => part !== '').join(', ');
}

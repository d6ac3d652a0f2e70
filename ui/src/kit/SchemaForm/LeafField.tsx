import type { ReactNode } from 'react';
import type { JsonValue } from '../../lib/json';
import type { ControlProps, FieldBodyProps } from './control';
import { useEdit, useForm } from './context';
import { t } from '../../words/translate';
import { VisibleText } from '../VisibleText';
import { LinkButton } from '../LinkButton';
import { FieldFrame } from './FieldFrame';
import type { ShownFault } from './formState';
import { hintOf } from './hints';
import { NullToggle } from './NullToggle';
import { pathKey } from '../../lib/jsonPath';
import { optionLabel, type Shape } from './shape';
import { OptionalBoolean, SwitchControl } from './fields/BooleanField';
import { ChoiceField, choicesFor, fitsSegments } from './fields/ChoiceField';
import { DateField } from './fields/DateField';
import { JsonField } from './fields/JsonField';
import { ManyChoiceField } from './fields/ManyChoiceField';
import { NumberField } from './fields/NumberField';
import { TagsField } from './fields/TagsField';
import { TextField } from './fields/TextField';
import { ShownValue } from './ShownValue';
import styles from './schemaForm.module.css';

interface LeafFieldProps extends FieldBodyProps {
  shape: Shape;
  id: string;
  fieldKey: string;
  fault: ShownFault | undefined;
  note: ReactNode;
  /** The value can stand in this kind of field. */
  fits: boolean;
}

/** One value with a label, a control and its help. */
export function LeafField(props: LeafFieldProps) {
  const { path, shape, value, need, title, id, fieldKey, fault, fits } = props;
  const { access, root, state } = useForm();
  const edit = useEdit();
  const required = need === 'needed';
  const labelId = `${id}-label`;
  const describedById = `${id}-help`;
  const hasHelp = fault !== undefined || shape.description !== undefined;
  const control = {
    id,
    path,
    value,
    required,
    labelId,
    title,
    invalid: fault !== undefined,
    describedBy: hasHelp ? describedById : undefined,
    onChange: (next: JsonValue | undefined) => edit(path, next),
    onBlur: () => state.touch(pathKey(path)),
  };
  const picked =
    access === 'edit'
      ? controlFor(shape, control, fits)
      : stacked(<ShownValue shape={shape} value={value} title={title} labelId={labelId} />, 'grouped');
  const offersNull = access === 'edit' && shape.nullable && shape.kind !== 'choice';
  const canSendEmpty =
    fault?.key === fieldKey &&
    fault.fault.kind === 'required' &&
    shape.kind === 'text' &&
    shape.format === 'plain' &&
    !shape.schema['minLength'];

  return (
    <div className={styles['sf-cell']} data-wide={props.width === 'full' || undefined}>
      <FieldFrame
        fieldKey={fieldKey}
        controlId={picked.grouped ? undefined : id}
        labelId={labelId}
        describedById={describedById}
        title={title}
        name={props.name}
        required={required && shape.kind !== 'fixed'}
        hint={fits ? hintOf(shape, value, root) : 'JSON'}
        actions={offersNull && <NullToggle title={title} value={value} onChange={control.onChange} />}
        description={shape.description}
        fault={fault}
        layout={picked.layout}
        note={props.note}
        faultAction={
          canSendEmpty && <LinkButton onClick={() => edit(path, '')}>{t('form.sendEmptyText')}</LinkButton>
        }
      >
        {picked.control}
      </FieldFrame>
    </div>
  );
}

const stacked = (control: ReactNode, as: 'single' | 'grouped'): Picked => ({
  control,
  layout: 'stack',
  grouped: as === 'grouped',
});

interface Picked {
  control: ReactNode;
  layout: 'stack' | 'line';
  /** A group of controls is named by the label's id; a single one by `for`. */
  grouped: boolean;
}

function controlFor(
  shape: Shape,
  control: Omit<ControlProps<Shape['kind']>, 'shape'>,
  fits: boolean,
): Picked {
  const stack = (node: ReactNode): Picked => stacked(node, 'single');
  if (control.value === null && shape.nullable && shape.kind !== 'choice') {
    return stacked(<Fixed value={null} labelId={control.labelId} />, 'grouped');
  }
  if (!fits || (control.value === null && !['choice', 'fixed'].includes(shape.kind))) {
    return stack(<JsonField {...control} shape={shape} />);
  }
  switch (shape.kind) {
    case 'text':
      return stack(
        ['date', 'date-time', 'time'].includes(shape.format) ? (
          <DateField {...control} shape={shape} />
        ) : (
          <TextField {...control} shape={shape} />
        ),
      );
    case 'number':
      return stack(<NumberField {...control} shape={shape} />);
    case 'boolean': {
      const twoStates =
        (control.required || shape.default !== undefined) && typeof control.value === 'boolean';
      if (twoStates)
        return { control: <SwitchControl {...control} shape={shape} />, layout: 'line', grouped: false };
      return { control: <OptionalBoolean {...control} shape={shape} />, layout: 'line', grouped: true };
    }
    case 'choice': {
      const grouped = fitsSegments(choicesFor({ shape, value: control.value }));
      return {
        control: <ChoiceField {...control} shape={shape} />,
        layout: grouped ? 'line' : 'stack',
        grouped,
      };
    }
    case 'manyChoice': {
      const grouped = shape.options.length <= 7;
      return { control: <ManyChoiceField {...control} shape={shape} />, layout: 'stack', grouped };
    }
    case 'tags':
      return stack(<TagsField {...control} shape={shape} />);
    case 'fixed': {
      if (control.required && control.value !== undefined) {
        return {
          control: <Fixed value={control.value} labelId={control.labelId} />,
          layout: 'line',
          grouped: true,
        };
      }
      const options = [{ value: shape.value, label: optionLabel(shape.value), description: undefined }];
      return {
        control: <ChoiceField {...control} shape={{ ...shape, kind: 'choice', options }} />,
        layout: 'line',
        grouped: true,
      };
    }
    case 'object':
    case 'list':
    case 'variants':
    case 'json':
      return stack(<JsonField {...control} shape={shape} />);
  }
}

function Fixed({ value, labelId }: { value: JsonValue; labelId: string }) {
  return (
    <output className={styles['sf-fixed']} aria-labelledby={labelId}>
      <VisibleText text={optionLabel(value)} />
    </output>
  );
}

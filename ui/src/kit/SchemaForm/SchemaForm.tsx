import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { type JsonValue, isObject, type JsonObject } from '../../lib/json';
import { t } from '../../words/translate';
import { FormContext, useFault, type Form } from './context';
import { Field, FieldBody } from './Field';
import { faultSentence } from './messages';
import { useTooLong } from './fieldCount';
import { createFormState, type FormState } from './formState';
import { pathKey, type Path } from '../../lib/jsonPath';
import { shapeOf } from './shape';
import type { Formats } from './checkableSchema';
import { validate, type FieldFault } from './validator';
import { ObjectMembers } from './fields/ObjectMembers';
import { visibleString } from '../../lib/visible';
import styles from './schemaForm.module.css';

export interface SchemaFormHandle {
  /** Checks the value, shows every fault and puts the focus on the first. They come in the order of the form. */
  check(): FieldFault[];
  /** Shows these fields and puts the focus on the first of them. */
  focus(paths: readonly Path[]): void;
}

interface SchemaFormProps {
  /** JSON Schema of the value; usually of an object. */
  schema: JsonObject;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
  /** Accessible name of the form. */
  label: string;
  disabled?: boolean;
  /** What `format` is in the schema; an annotation without this. */
  formats?: Formats;
  /** Kept by the caller where a form must find its open sections and half-typed JSON again. */
  state?: FormState;
  /** Something to show below a field of the first level. */
  fieldNote?: (name: string) => ReactNode;
  ref?: Ref<SchemaFormHandle>;
}

const ROOT: Path = [];

/** A form made from a JSON Schema. Controlled; what is not set is left out of the value. */
export function SchemaForm({
  schema,
  value,
  onChange,
  label,
  disabled,
  formats = 'annotated',
  state: given,
  fieldNote,
  ref,
}: SchemaFormProps) {
  const id = useId();
  const element = useRef<HTMLFieldSetElement>(null);
  const [ownState] = useState(createFormState);
  const state = given ?? ownState;

  const latest = useRef({ value, onChange, fieldNote });
  useLayoutEffect(() => {
    latest.current = { value, onChange, fieldNote };
  });
  const form = useMemo<Form>(
    () => ({
      id,
      access: 'edit',
      root: schema,
      state,
      read: () => latest.current.value,
      write: (next) => {
        latest.current.value = next ?? null;
        latest.current.onChange(next ?? null);
      },
      Field,
      FieldBody,
      fieldNote: (name) => latest.current.fieldNote?.(name),
    }),
    [id, schema, state],
  );

  // Typing goes first; what is wrong with the value may be known a moment later.
  const settled = useDeferredValue(value);
  useEffect(() => state.setFaults(validate(schema, settled, formats)), [schema, settled, formats, state]);

  const check = useCallback(() => {
    const faults = [...state.unreadTexts(), ...validate(schema, latest.current.value, formats)];
    flushSync(() => {
      state.setFaults(faults);
      state.showAll();
      state.reveal(faults.map(({ path }) => path));
    });
    const ordered = inFormOrder(element.current, faults);
    focusFirst(
      element.current,
      ordered.map(({ path }) => path),
    );
    return ordered;
  }, [schema, formats, state]);
  const focus = useCallback(
    (paths: readonly Path[]) => {
      flushSync(() => state.reveal(paths));
      focusFirst(element.current, paths);
    },
    [state],
  );
  useImperativeHandle(ref, () => ({ check, focus }), [check, focus]);

  return (
    <FormContext value={form}>
      <fieldset
        ref={element}
        className={styles['sf-form']}
        disabled={disabled}
        aria-label={visibleString(label)}
      >
        <FormFault />
        <Fields schema={schema} value={value} label={label} />
      </fieldset>
    </FormContext>
  );
}

type FieldsProps = Pick<SchemaFormProps, 'schema' | 'value' | 'label'>;

/** A value as its form lays it out, to be read only. */
export function SchemaValues({ schema, value, label }: FieldsProps): ReactNode {
  const id = useId();
  const [state] = useState(createFormState);
  const form = useMemo<Form>(
    () => ({
      id,
      access: 'read',
      root: schema,
      state,
      read: () => value,
      write: () => undefined,
      Field,
      FieldBody,
      fieldNote: undefined,
    }),
    [id, schema, state, value],
  );
  return (
    <FormContext value={form}>
      <div role="group" className={styles['sf-form']} aria-label={visibleString(label)}>
        <Fields schema={schema} value={value} label={label} />
      </div>
    </FormContext>
  );
}

function Fields({ schema, value, label }: FieldsProps): ReactNode {
  const shape = shapeOf(schema, schema);
  const isTooLong = useTooLong(shape, value, schema, ROOT.length);
  return shape.kind === 'object' && isObject(value) && !isTooLong ? (
    <ObjectMembers path={ROOT} shape={shape} value={value} optional={false} />
  ) : (
    <FieldBody
      path={ROOT}
      schema={schema}
      value={value}
      need="needed"
      title={shape.title ?? label}
      name={undefined}
      width="full"
    />
  );
}

/** A fault of the value as a whole, which belongs to no field. */
function FormFault() {
  const fault = useFault(ROOT, 'here');
  if (fault === undefined) return null;
  return (
    <div className={styles['sf-fault']} role="alert">
      {faultSentence(t('form.value'), fault.fault)}
    </div>
  );
}

/** Faults as a reader of the form meets them; those of no field come last. */
function inFormOrder(form: HTMLElement | null, faults: FieldFault[]): FieldFault[] {
  const places = [...(form?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].map(
    (place) => place.dataset['key'] ?? '',
  );
  const rank = ({ path }: FieldFault) => {
    const key = pathKey(path);
    const found = places.findLastIndex((place) => key === place || key.startsWith(`${place}/`));
    return found < 0 ? places.length : found;
  };
  return faults.toSorted((a, b) => rank(a) - rank(b));
}

/** Focuses the first field, in the order of the form, that is at one of these places, or holds one. */
function focusFirst(form: HTMLElement | null, paths: readonly Path[]): void {
  if (form === null || paths.length === 0) return;
  const keys = paths.map(pathKey);
  const places = [...form.querySelectorAll<HTMLElement>('[data-key]')];
  const exact = places.find((place) => keys.includes(place.dataset['key'] ?? ''));
  const holding = places.findLast((place) =>
    keys.some((key) => key.startsWith(`${place.dataset['key'] ?? ''}/`)),
  );
  const target = exact ?? holding;
  target?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}

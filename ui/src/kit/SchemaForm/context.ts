import {
  createContext,
  useCallback,
  useContext,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { type JsonValue, isObject, type JsonObject } from '../../lib/json';
import type { FieldBodyProps, FieldProps } from './control';
import { startingValue } from './defaults';
import type { FormState, ShownFault } from './formState';
import { pathKey, valueAt, withValueAt, type Path } from '../../lib/jsonPath';

/** What all fields of one form share. Never changes while the form stands, so no field renders for nothing. */
export interface Form {
  id: string;
  /** Whether its values can be changed; where they cannot, they stand as text in place of the controls. */
  access: 'edit' | 'read';
  root: JsonObject;
  state: FormState;
  /** The whole value, for handlers. */
  read(): JsonValue | undefined;
  write(value: JsonValue | undefined): void;
  /** The field itself, handed down because groups hold fields and fields may be groups. */
  Field: ComponentType<FieldProps>;
  FieldBody: ComponentType<FieldBodyProps>;
  /** Something the caller shows below a field of the first level. */
  fieldNote: ((name: string) => ReactNode) | undefined;
}

export const FormContext = createContext<Form | null>(null);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === null) throw new Error('A field stands outside its form');
  return form;
}

/** The objects around a field, outermost first. */
export type Lineage = readonly { path: Path; schema: JsonValue | undefined; optional: boolean }[];

export const LineageContext = createContext<Lineage>([]);

/**
 * Writes one value. Objects on the way that were not set start with their own defaults and constants;
 * optional ones that end up empty are left out again.
 */
export function useEdit(): (path: Path, next: JsonValue | undefined) => void {
  const form = useForm();
  const lineage = useContext(LineageContext);
  return useCallback(
    (path, next) => {
      let value = form.read();
      if (next !== undefined) {
        for (const { path: around, schema } of lineage) {
          if (valueAt(value, around) === undefined) {
            value = withValueAt(value, around, startingValue({ allOf: [schema ?? {}] }, form.root) ?? {});
          }
        }
      }
      value = withValueAt(value, path, next);
      if (next === undefined) {
        for (const { path: around, optional } of lineage.toReversed()) {
          const left = valueAt(value, around);
          if (!optional || around.length === 0 || !isObject(left) || Object.keys(left).length > 0) break;
          value = withValueAt(value, around, undefined);
        }
      }
      form.write(value);
    },
    [form, lineage],
  );
}

export function useFault(path: Path, reach: 'here' | 'deep'): ShownFault | undefined {
  const { state } = useForm();
  const key = pathKey(path);
  return useSyncExternalStore(state.subscribe, () => state.faultAt(key, reach));
}

/** Whether a section stands open, and how to turn it. */
export function useOpen(path: Path, initially: boolean): [boolean, () => void] {
  const { state } = useForm();
  const key = pathKey(path);
  const open = useSyncExternalStore(state.subscribe, () => state.isOpen(key) ?? initially);
  return [open, () => state.setOpen(key, !open)];
}

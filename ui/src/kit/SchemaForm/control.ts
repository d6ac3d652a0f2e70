import type { JsonValue } from '../../lib/json';
import type { Path } from '../../lib/jsonPath';
import type { Shape } from './shape';

/** What every control gets from its frame. */
export interface ControlProps<K extends Shape['kind']> {
  id: string;
  path: Path;
  shape: Extract<Shape, { kind: K }>;
  value: JsonValue | undefined;
  /** `undefined` leaves the value out. */
  onChange: (next: JsonValue | undefined) => void;
  onBlur: () => void;
  required: boolean;
  invalid: boolean;
  labelId: string;
  /** What the label says. */
  title: string;
  describedBy: string | undefined;
}

export interface FieldProps {
  parent: Path;
  name: string | number;
  schema: JsonValue | undefined;
  value: JsonValue | undefined;
  need: 'needed' | 'optional';
  width: 'half' | 'full';
  /** Instead of the schema's title or the name. */
  label?: string;
}

/** A field without the look-up of its own title. */
export interface FieldBodyProps {
  path: Path;
  schema: JsonValue | undefined;
  value: JsonValue | undefined;
  need: 'needed' | 'optional';
  title: string;
  /** The name in the schema, where the title differs. */
  name: string | undefined;
  width: 'half' | 'full';
  /** Without a frame of its own: inside a variant picker, which has one. */
  bare?: boolean;
}

/** What every field of one value carries: its fault, and the attributes that say so. */
export function ariaOf(control: Pick<ControlProps<Shape['kind']>, 'required' | 'invalid' | 'describedBy'>) {
  return {
    error: control.invalid,
    // Not as plain attributes: the field of the kit would replace them by those of its own label and help.
    attributes: {
      input: {
        'aria-required': control.required || undefined,
        'aria-invalid': control.invalid || undefined,
        'aria-describedby': control.describedBy,
      },
    },
  };
}

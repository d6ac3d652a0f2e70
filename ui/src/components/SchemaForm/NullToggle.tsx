import type { JsonValue } from '../../api/generated/contract';
import { visibleString } from '../../lib/visible';

interface NullToggleProps {
  title: string;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
}

/** Null is a value of its own, and not the same as leaving the field out. */
export function NullToggle({ title, value, onChange }: NullToggleProps) {
  const isNull = value === null;
  return (
    <button
      type="button"
      className="sf-null-toggle"
      aria-pressed={isNull}
      aria-label={visibleString(`${title}: null`)}
      title={isNull ? 'Take null back' : 'Send null'}
      onClick={() => onChange(isNull ? undefined : null)}
    >
      null
    </button>
  );
}

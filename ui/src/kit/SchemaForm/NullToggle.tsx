import type { JsonValue } from '../../lib/json';
import { visibleString } from '../../lib/visible';
import { Tooltip } from '../Tooltip';
import { t } from '../../words/translate';
import styles from './schemaForm.module.css';

interface NullToggleProps {
  title: string;
  value: JsonValue | undefined;
  onChange: (next: JsonValue | undefined) => void;
}

/** Null is a value of its own, and not the same as leaving the field out. */
export function NullToggle({ title, value, onChange }: NullToggleProps) {
  const isNull = value === null;
  return (
    <Tooltip label={t(isNull ? 'form.clearNull' : 'form.sendNull')}>
      <button
        type="button"
        className={styles['sf-null-toggle']}
        aria-pressed={isNull}
        aria-label={visibleString(`${title}: null`)}
        onClick={() => onChange(isNull ? undefined : null)}
      >
        null
      </button>
    </Tooltip>
  );
}

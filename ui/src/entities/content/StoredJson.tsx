import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { JsonView } from '../../kit/JsonView/JsonView';
import { withOmittedTexts } from '../../words/omitted';

interface StoredJsonProps {
  value: JsonValue;
  /** The accessible name of the tree. */
  label: string;
}

/** A value of a record or of the history as a tree. */
export function StoredJson({ value, label }: StoredJsonProps): ReactNode {
  const shown = useMemo(() => withOmittedTexts(value), [value]);
  return <JsonView label={label} value={shown} />;
}

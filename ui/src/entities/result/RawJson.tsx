import { useMemo, type ReactNode } from 'react';
import type { JsonValue } from '../../api/generated/contract';
import { CodeView } from '../../kit/CodeView/CodeView';
import { t } from '../../words/translate';

/** An answer as it came, written out only while somebody looks at it. */
export function RawJson({ raw }: { raw: JsonValue }): ReactNode {
  const text = useMemo(() => JSON.stringify(raw, null, 2), [raw]);
  return <CodeView text={text} label={t('common.rawJson')} />;
}

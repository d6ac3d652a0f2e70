import type { ResourceAnnotations } from '../../api/generated/contract';
import { formatNumber } from '../../lib/format';
import { t } from '../../words/translate';

/** What a server reports in annotations, by name; what it leaves out is missing. */
export function annotationRows({
  audience,
  priority,
  lastModified,
}: ResourceAnnotations): [name: string, value: string][] {
  const rows: [name: string, value: string | null][] = [
    [t('resources.annotations.audience'), audience.length > 0 ? audience.join(', ') : null],
    [t('resources.annotations.priority'), priority === null ? null : formatNumber(priority)],
    [t('resources.annotations.modified'), lastModified],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

import type { ReactNode } from 'react';
import type { Offering } from '../../api/generated/contract';
import { useOwners } from '../../api/webtools';
import { Fact } from '../../kit/Fact';
import marksStyles from '../../kit/marks.module.css';
import { formatList } from '../../lib/format';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';

/** What a client was to see, as it is recorded. */
export interface RecordedAccess {
  sources: readonly string[] | 'all';
  hiddenTools: readonly { serverId: string; tool: string }[];
  prompts: Offering;
  resources: Offering;
}

/** What a client was to see, in words; the servers may be gone. */
export function AccessSummary({ access }: { access: RecordedAccess }): ReactNode {
  const owners = useOwners();
  const { sources, hiddenTools, prompts, resources } = access;
  const label = (id: string): string => owners.find((owner) => owner.id === id)?.label ?? id;
  const rows: [name: string, text: string][] = [
    [t('clients.access.choice'), sources === 'all' ? t('clients.access.all') : listed(sources.map(label))],
    [t('clients.access.prompts'), t(`clients.access.${prompts}`)],
    [t('clients.access.resources'), t(`clients.access.${resources}`)],
    ...(hiddenTools.length === 0
      ? []
      : [
          [
            t('clients.access.hiddenTools'),
            listed(hiddenTools.map(({ serverId, tool }) => `${label(serverId)}: ${tool}`)),
          ] as [string, string],
        ]),
  ];
  return (
    <section aria-label={t('clients.access.title')}>
      <h3 className={layout.label}>{t('clients.access.title')}</h3>
      <dl className={marksStyles.kv}>
        {rows.map(([name, text]) => (
          <Fact key={name} name={name} text={text} />
        ))}
      </dl>
    </section>
  );
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? t('common.none') : formatList([...names]);

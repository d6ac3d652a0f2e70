import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { KeptFilter } from '../../entities/catalog/KeptFilter';
import type { Kept } from '../../entities/catalog/KeptFilter';
import { Toggles } from '../../kit/controls';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { formatNumber } from '../../lib/format';
import { AUDIENCES, KINDS } from './kinds';
import type { Counts, Narrowing } from './listedEntries';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './resources.module.css';

interface ResourceFiltersProps {
  kept: Kept;
  counts: Counts;
  /** Servers to choose from. */
  servers: readonly ServerSnapshot[];
  /** Whether any of those that are listed takes subscriptions. */
  canSubscribe: boolean;
  narrowing: Narrowing;
  onNarrow: (narrowing: Narrowing) => void;
}

/** Chips that narrow the list: kept entries, subscriptions, kinds, servers, audiences; each where there is a choice. */
export function ResourceFilters({
  kept,
  counts,
  servers,
  canSubscribe,
  narrowing,
  onNarrow,
}: ResourceFiltersProps): ReactNode {
  const { kinds, audiences, subscribedOnly } = narrowing;
  const shownKinds = KINDS.filter((kind) => counts.kinds[kind] > 0 || kinds.includes(kind));
  const shownServers = servers.filter(
    ({ id }) => (counts.servers.get(id) ?? 0) > 0 || narrowing.servers.includes(id),
  );
  const shownAudiences = AUDIENCES.filter(
    (audience) => counts.audiences[audience] > 0 || audiences.includes(audience),
  );
  return (
    <KeptFilter kept={kept}>
      {(canSubscribe || counts.subscribed > 0 || subscribedOnly) && (
        <Toggles
          label={t('resources.subscriptions.title')}
          data={[
            {
              value: 'subscribed',
              label: counted(t('common.subscribed'), counts.subscribed),
              disabled: counts.subscribed === 0 && !subscribedOnly,
            },
          ]}
          value={subscribedOnly ? ['subscribed'] : []}
          onChange={(next) => onNarrow({ ...narrowing, subscribedOnly: next.length > 0 })}
        />
      )}
      {(shownKinds.length > 1 || kinds.length > 0) && (
        <Toggles
          label={t('resources.kind.label')}
          data={shownKinds.map((kind) => ({
            value: kind,
            label: counted(t(`resources.kind.${kind}`), counts.kinds[kind]),
          }))}
          value={kinds}
          onChange={(next) => onNarrow({ ...narrowing, kinds: next })}
        />
      )}
      {(shownServers.length > 1 || narrowing.servers.length > 0) && (
        <Toggles
          label={t('common.servers')}
          data={shownServers.map(({ id, label }) => ({
            value: id,
            label: counted(
              <span className={cx(layout.cut, styles.server)}>
                <VisibleText text={label} />
              </span>,
              counts.servers.get(id) ?? 0,
            ),
          }))}
          value={narrowing.servers}
          onChange={(next) => onNarrow({ ...narrowing, servers: next })}
        />
      )}
      {(shownAudiences.length > 1 || audiences.length > 0) && (
        <Toggles
          label={t('resources.annotations.audience')}
          data={shownAudiences.map((audience) => ({
            value: audience,
            label: counted(t(`resources.audience.${audience}`), counts.audiences[audience]),
          }))}
          value={audiences}
          onChange={(next) => onNarrow({ ...narrowing, audiences: next })}
        />
      )}
    </KeptFilter>
  );
}

const counted = (name: ReactNode, count: number): ReactNode => (
  <>
    {name} <span className={layout.num}>{formatNumber(count)}</span>
  </>
);

import type { ReactNode } from 'react';
import type { HistoryEntry, JsonValue } from '../../api/generated/contract';
import { StoredJson } from '../../entities/content/StoredJson';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { CallTimes } from './CallTimes';

/** How the time of a call divides, and what passed between Usher and its client. */
export function CallLegs({ entry: { times, clientLeg } }: { entry: HistoryEntry }): ReactNode {
  return (
    <>
      {times !== null && <CallTimes times={times} />}
      {clientLeg !== null && (
        <>
          <Leg title={t('activity.call.clientRequest')} value={clientLeg.request} />
          <Leg title={t('activity.call.clientAnswer')} value={clientLeg.answer} />
        </>
      )}
    </>
  );
}

/** What was sent in one direction. */
export function Leg({ title, value }: { title: string; value: JsonValue }): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <StoredJson label={title} value={value} />
    </section>
  );
}

import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { VisibleText } from '../../kit/VisibleText';
import marksStyles from '../../kit/marks.module.css';
import { cx } from '../../lib/cx';
import { formatMoment, formatNumber } from '../../lib/format';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { declaredText } from './words';

/** What is known of a client, and what it says of itself. */
export function ClientFacts({ client }: { client: ClientSnapshot }): ReactNode {
  const { program, connectsAs, sessions, calls, createdAt, decidedAt } = client;
  const declared = declaredText(client);
  return (
    <section aria-label={t('clients.facts.title')}>
      <h3 className={layout.label}>{t('clients.facts.title')}</h3>
      <dl className={marksStyles.kv}>
        <dt>{t('clients.facts.connectsAs')}</dt>
        <dd>
          <VisibleText text={connectsAs} />
        </dd>
        <dt>{t('clients.facts.declared')}</dt>
        <dd>{declared ?? t('clients.facts.none')}</dd>
        <dt>{t('clients.facts.program')}</dt>
        <Path path={program.path} />
        <dt>{t('clients.facts.parent')}</dt>
        <Path path={program.parent} />
        <dt>{t('clients.facts.connections')}</dt>
        <dd className={layout.num}>{formatNumber(sessions)}</dd>
        <dt>{t('clients.facts.calls')}</dt>
        <dd className={layout.num}>{formatNumber(calls)}</dd>
        <dt>{t('clients.facts.first')}</dt>
        <dd className={layout.num}>{formatMoment(createdAt)}</dd>
        {decidedAt !== null && (
          <>
            <dt>{t('clients.facts.decided')}</dt>
            <dd className={layout.num}>{formatMoment(decidedAt)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Path({ path }: { path: string | null }): ReactNode {
  if (path === null) return <dd>{t('clients.facts.unknown')}</dd>;
  return (
    <dd className={cx(layout.mono, layout.wrap)}>
      <VisibleText text={path} />
    </dd>
  );
}

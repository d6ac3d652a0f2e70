import type { ReactNode } from 'react';
import type { ClientProgram, ClientSnapshot, DeclaredClient } from '../../api/generated/contract';
import { Fact } from '../../kit/Fact';
import { VisibleText } from '../../kit/VisibleText';
import marksStyles from '../../kit/marks.module.css';
import { cx } from '../../lib/cx';
import { formatMoment, formatNumber } from '../../lib/format';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { Quote } from '../message/Quote';

/** What the system and Usher know of a client. */
export function ClientFacts({
  client,
  children,
}: {
  client: ClientSnapshot;
  children?: ReactNode;
}): ReactNode {
  const { status, program, hasKey, transport, connectsAs, sessions, calls } = client;
  const { createdAt, decidedAt, seenAt } = client;
  return (
    <section aria-label={t('clients.facts.title')}>
      <h3 className={layout.label}>{t('clients.facts.title')}</h3>
      <dl className={marksStyles.kv}>
        {transport === 'http' ? (
          <>
            <dt>{t('clients.facts.transport')}</dt>
            <dd>{t('clients.facts.http')}</dd>
          </>
        ) : (
          <>
            <ProgramRows program={program} />
            <dt>{t('clients.facts.key')}</dt>
            <dd>{t(hasKey ? 'clients.facts.keyShown' : 'clients.facts.keyNone')}</dd>
          </>
        )}
        <Fact name={t('clients.facts.connectsAs')} text={connectsAs} />
        <Moment name={t(transport === 'http' ? 'common.added' : 'clients.facts.first')} at={createdAt} />
        {status !== 'waiting' && (
          <>
            <Moment name={t('clients.facts.last')} at={seenAt} />
            <dt>{t('clients.facts.connections')}</dt>
            <dd className={layout.num}>{formatNumber(sessions)}</dd>
            <dt>{t('common.calls')}</dt>
            <dd className={layout.num}>{t('clients.facts.callsSince', { count: calls })}</dd>
            {decidedAt !== null && <Moment name={t('clients.facts.decided')} at={decidedAt} />}
          </>
        )}
      </dl>
      {children}
    </section>
  );
}

/** The program that connects, what it runs, and what started it. */
export function ProgramRows({ program: { path, script, parent } }: { program: ClientProgram }): ReactNode {
  return (
    <>
      <dt>{t('common.program')}</dt>
      <Path path={path} />
      {script !== null && (
        <>
          <dt>{t('clients.facts.script')}</dt>
          <Path path={script.text} />
          <dt>{t('clients.facts.digest')}</dt>
          <dd className={cx(layout.mono, layout.wrap)}>{script.digest}</dd>
        </>
      )}
      <dt>{t('clients.facts.parent')}</dt>
      <Path path={parent} />
    </>
  );
}

function Moment({ name, at }: { name: string; at: number | null }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd className={layout.num}>{at === null ? t('clients.facts.never') : formatMoment(at)}</dd>
    </>
  );
}

function Path({ path }: { path: string | null }): ReactNode {
  if (path === null) return <dd className={layout.t3}>{t('common.unknown')}</dd>;
  return (
    <dd className={cx(layout.mono, layout.wrap)}>
      <VisibleText text={path} />
    </dd>
  );
}

/** What a client says of itself: claims, never facts, and quoted as such. */
export function ReportedClient({ declared }: { declared: DeclaredClient | null }): ReactNode {
  const title = t('clients.reported.title');
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      {declared === null ? (
        <p className={cx(layout.fs12, layout.t3)}>{t('clients.reported.none')}</p>
      ) : (
        <Quote>
          <dl className={marksStyles.kv}>
            <Claim name={t('common.name')} text={declared.name} />
            <Claim name={t('clients.reported.clientTitle')} text={declared.title} />
            <Claim name={t('common.version')} text={declared.version} />
            <Claim name={t('common.protocolVersion')} text={declared.protocolVersion} />
          </dl>
        </Quote>
      )}
    </section>
  );
}

function Claim({ name, text }: { name: string; text: string | null }): ReactNode {
  if (text === null || text === '') return null;
  return <Fact name={name} text={text} />;
}

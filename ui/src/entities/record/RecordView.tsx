import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerSnapshot, SourceId } from '../../api/generated/contract';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';
import { SchemaValues } from '../../kit/SchemaForm/SchemaForm';
import { Fact } from '../../kit/Fact';
import { JsonView } from '../../kit/JsonView/JsonView';
import marksStyles from '../../kit/marks.module.css';
import { addressParts } from '../../lib/address';
import { asText, type JsonObject } from '../../lib/json';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { AddressView } from '../approval/AddressPane';
import { ArgumentViews } from '../approval/ArgumentViews';
import { RawSchema } from '../approval/RawSchema';
import { RootsList } from '../approval/RootsList';
import { formSchema } from '../approval/schema';
import { ProgramRows, ReportedClient } from '../client/ClientFacts';
import { AccessSummary } from '../client/AccessSummary';
import { LongText } from '../content/LongText';
import { InWords } from '../message/InWords';
import { Quote } from '../message/Quote';
import { AnswerBlocks } from '../sampling/AnswerBlocks';
import type { DraftAnswer } from '../sampling/draftAnswer';
import { RequestParts } from '../sampling/RequestParts';
import { hasManyParts, stopsOf } from '../sampling/sampleParams';
import { ModelPreferences } from '../sampling/ModelPreferences';
import type { Recorded } from './recorded';
import styles from './records.module.css';

/** Who asked; the server may be gone. */
export type RecordServer = Pick<ServerSnapshot, 'label' | 'icon'> & { id: SourceId };

type PartOf<K extends Recorded['kind']> = Extract<Recorded, { kind: K }>;
type Viewed = PartOf<'form' | 'address' | 'roots' | 'call' | 'sample' | 'client' | 'launch'>;

/** What the person was shown, drawn by the parts of the page it was answered on, to be read only. */
export function RecordView({ part, server }: { part: Viewed; server: RecordServer }): ReactNode {
  return (
    <div className={styles['record-view']}>
      <Viewed part={part} server={server} />
    </div>
  );
}

function Viewed({ part, server }: { part: Viewed; server: RecordServer }): ReactNode {
  switch (part.kind) {
    case 'form':
      return (
        <>
          <Quote server={server} verb={t('approvals.form.wrote')} block text={part.message} />
          <SchemaValues
            label={t('approvals.form.label', { server: server.label })}
            schema={formSchema(part.schema)}
            value={part.values}
          />
          <RawSchema schema={part.schema} serverLabel={server.label} />
        </>
      );
    case 'address':
      return (
        <>
          {part.message !== '' && <Quote server={server} block text={part.message} />}
          <AddressView address={addressParts(part.url)} />
        </>
      );
    case 'roots':
      return <RootsList folders={part.folders} />;
    case 'call':
      return <Call part={part} />;
    case 'sample':
      return <Sample params={part.params} server={server} />;
    case 'client':
      return <Client part={part} />;
    case 'launch':
      return <Launch part={part} />;
  }
}

function Call({ part: { schema, arguments: held } }: { part: PartOf<'call'> }): ReactNode {
  const [view, setView] = useState<'form' | 'json'>('form');
  return (
    <ArgumentViews view={view} onView={setView}>
      {view === 'json' ? (
        <LongText label={t('common.argumentsAsJson')} text={JSON.stringify(held, null, 2)} language="json" />
      ) : Object.keys(held).length === 0 ? (
        <p className={layout.t3}>{t('tools.arguments.noArguments')}</p>
      ) : (
        <SchemaValues label={t('common.callArguments')} schema={schema} value={held} />
      )}
    </ArgumentViews>
  );
}

/** Everything a model was to read, and within which limits. */
function Sample({ params, server }: { params: JsonObject; server: RecordServer }): ReactNode {
  return (
    <>
      {hasManyParts(params) ? (
        <LongText
          label={t('sampling.view.requestJson')}
          text={JSON.stringify(params, null, 2)}
          language="json"
        />
      ) : (
        <RequestParts server={server} original={params} params={params} looked={[]} />
      )}
      <section aria-label={t('sampling.side.label')} className={styles['record-view']}>
        <dl className={cx(marksStyles.kv, layout.num)}>
          {(['maxTokens', 'temperature'] as const).map(
            (name) =>
              params[name] !== undefined && (
                <Fact key={name} name={t(`sampling.side.${name}`)} text={asText(params[name])} />
              ),
          )}
          {[...new Set(stopsOf(params))].slice(0, MOST_FIELDS).map((stop) => (
            <Fact key={stop} name={t('sampling.side.stop')} text={JSON.stringify(stop)} />
          ))}
        </dl>
        <ModelPreferences params={params} />
      </section>
    </>
  );
}

/** What the server got as the answer of a model. */
export function Response({ answer }: { answer: DraftAnswer }): ReactNode {
  return (
    <AnswerBlocks answer={answer} readOnly broken={NONE} fault={() => undefined} onChange={() => undefined} />
  );
}

const NONE: readonly number[] = [];

function Client({ part: { client } }: { part: PartOf<'client'> }): ReactNode {
  const { program, connectsAs, declared, access } = client;
  return (
    <>
      <section aria-label={t('clients.facts.title')}>
        <h3 className={layout.label}>{t('clients.facts.title')}</h3>
        <dl className={marksStyles.kv}>
          <ProgramRows program={program} />
          <Fact name={t('clients.facts.connectsAs')} text={connectsAs} />
        </dl>
      </section>
      <ReportedClient declared={declared && { ...declared, title: null, protocolVersion: '' }} />
      <AccessSummary access={access} />
    </>
  );
}

/** How a server was started before, and how it was to be started. */
function Launch({ part: { differences, before, definition } }: { part: PartOf<'launch'> }): ReactNode {
  return (
    <>
      {differences.length > 0 && (
        <ul className={styles['record-words']}>
          {differences.map((one) => (
            <li key={messageText(one)}>
              <InWords message={one} />
            </li>
          ))}
        </ul>
      )}
      {before !== null && <JsonView label={t('servers.launch.was')} value={before} />}
      <JsonView label={t('servers.launch.now')} value={definition} />
    </>
  );
}

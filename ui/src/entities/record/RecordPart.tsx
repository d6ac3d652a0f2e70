import { Fragment, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalRecord, JsonValue } from '../../api/generated/contract';
import { MOST_FIELDS } from '../../kit/SchemaForm/fieldCount';
import { VisibleText } from '../../kit/VisibleText';
import { asText } from '../../lib/json';
import { cx } from '../../lib/cx';
import { withOmittedTexts } from '../../words/omitted';
import { t } from '../../words/translate';
import { StoredJson } from '../content/StoredJson';
import { SentValues } from '../approval/SentValues';
import { Arguments } from '../policy/Arguments';
import { changesOf } from './readRecord';
import type { Change } from './readRecord';
import type { Line, Recorded } from './recorded';
import { RecordView, Response, type RecordServer } from './RecordView';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './records.module.css';

interface RecordPartProps {
  title: string;
  part: Recorded;
  /** What is said if there is nothing. */
  empty: string;
  /** Who asked. */
  server: RecordServer;
}

/** One part of a record: what was sent, or shown. */
export function RecordPart(props: RecordPartProps): ReactNode {
  const { title } = props;
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <Value {...props} />
    </section>
  );
}

function Value({ title, part, empty, server }: RecordPartProps): ReactNode {
  switch (part.kind) {
    case 'nothing':
      return <p className={cx(layout.t3, layout.fs12)}>{empty}</p>;
    case 'json':
      return <StoredJson label={title} value={part.value} />;
    case 'arguments':
      return <Arguments value={withOmittedTexts(part.value)} />;
    case 'lines':
      return <Lines lines={part.lines} />;
    case 'values':
      return <SentValues title={t('approvals.view.values')} {...part} unfit={FITS} />;
    case 'response':
      return (
        <>
          <Lines lines={part.lines} />
          <h4 className={cx(layout.label, styles['record-response'])}>{t('records.value.response')}</h4>
          <Response answer={part.answer} />
        </>
      );
    case 'form':
    case 'address':
    case 'roots':
    case 'call':
    case 'sample':
    case 'client':
    case 'launch':
      return <RecordView part={part} server={server} />;
  }
}

/** What was sent was not held against the schema again. */
const FITS: ReadonlySet<string> = new Set();

function Lines({ lines: all }: { lines: readonly Line[] }): ReactNode {
  const lines = all.slice(0, MOST_FIELDS);
  return (
    <>
      <dl className={cx(styles.kv, marksStyles.kv)}>
        {lines.map(({ what, value }, index) => (
          // Two of a record may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            <dt>
              <VisibleText text={what} />
            </dt>
            <dd className={styles.value}>
              <VisibleText text={readable(value)} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {lines.length < all.length && (
        <p className={cx(layout.t3, layout.fs12)}>
          {t('records.moreValues', { count: all.length - lines.length })}
        </p>
      )}
    </>
  );
}

interface RecordChangesProps {
  record: ApprovalRecord;
  server: RecordServer;
}

/** What the person changed, if anything; what has no form of today is shown as it is stored. */
export function RecordChanges({ record, server }: RecordChangesProps): ReactNode {
  const changes = changesOf(record);
  if (changes === null)
    return (
      <RecordPart
        title={t('records.part.changed')}
        part={{ kind: 'json', value: record.changed }}
        empty={t('records.part.nothing')}
        server={server}
      />
    );
  return changes.length > 0 && <Changed changes={changes} />;
}

/** The record as it is stored. */
export function RawRecord({ record: { shown, changed, sent } }: { record: ApprovalRecord }): ReactNode {
  const [open, setOpen] = useState(false);
  // The same value while nothing changes: the tree keeps what is expanded.
  const raw = useMemo(() => ({ shown, changed, sent }), [shown, changed, sent]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={layout.fs12}>{t('common.rawJson')}</summary>
      {open && <StoredJson label={t('common.rawJson')} value={raw} />}
    </details>
  );
}

/** Each value as it was and as it became. */
function Changed({ changes }: { changes: readonly Change[] }): ReactNode {
  const title = t('records.part.changed');
  return (
    <section aria-label={title}>
      <h3 className={layout.label}>{title}</h3>
      <dl className={cx(styles.kv, marksStyles.kv)}>
        {changes.slice(0, MOST_FIELDS).map(({ what, from, to }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={index}>
            <dt>
              <VisibleText text={what} />
            </dt>
            <dd className={styles.value}>
              <del>
                <VisibleText text={changedText(from)} />
              </del>{' '}
              <ins>
                <VisibleText text={changedText(to)} />
              </ins>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

const changedText = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? t('form.notSet') : readable(withOmittedTexts(value));

/** A value in a line; a list of texts as its texts. */
function readable(value: JsonValue): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n');
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : asText(value);
}

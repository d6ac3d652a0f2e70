import { LinkButton } from '../../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, PinDetail, PinItem, ServerSnapshot } from '../../../api/generated/contract';
import { isStopped, usePin, waits } from '../../../api/pins';
import { DiffTable, RawDiff } from '../../../entities/review/DiffTable';
import { DifferenceSummary } from '../../../entities/review/DifferenceSummary';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Icon } from '../../../kit/Icon';
import { Segments } from '../../../kit/Segments';
import { ServerIcon } from '../../../entities/server/ServerIcon';
import { Skeleton } from '../../../kit/Skeleton';
import { VisibleText } from '../../../kit/VisibleText';
import { formatList, originText } from '../../../lib/format';
import { own, sameJson, type JsonObject } from '../../../lib/json';
import { Declaration } from './Declaration';
import { t } from '../../../words/translate';
import { ItemTitle } from './ItemTitle';
import { NamesakeDifferences } from './NamesakeDifferences';
import { ReviewFoot, RevokeFoot } from './ReviewFoot';
import { VaryingPlaces } from './VaryingPlaces';
import { itemLabel, itemState, reviewedWhen } from './words';
import { ServerName } from '../../../entities/server/ServerName';
import { visibleString } from '../../../lib/visible';
import { Hint } from '../../../kit/Hint';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import marksStyles from '../../../kit/marks.module.css';
import styles from './review.module.css';

interface ReviewItemProps {
  server: ServerSnapshot;
  item: PinItem;
  /** What leads elsewhere, beside the name of the server. */
  links?: ReactNode;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** One item: a summary of what changed, then side by side, then as raw JSON. */
export function ReviewItem({ server, item, links, onDone }: ReviewItemProps): ReactNode {
  const detail = usePin(server.id, item);
  return (
    <article className={styles.review} aria-label={visibleString(itemLabel(item))}>
      <header className={styles['review-head']}>
        <ServerIcon icon={server.icon} size={32} />
        <div className={layout.grow}>
          <h2>
            <span className={cx(styles.mono, layout.mono)}>
              <ItemTitle item={item} />
            </span>{' '}
            <span className={layout.t2}>{itemState(item)}</span>
          </h2>
          <p className={cx(layout.row, layout.fs12, layout.t2, styles['review-origin'])}>
            <span className={layout.b}>{server.label}</span>
            <span className={cx(styles.mono, layout.mono, layout.cut)}>{originText(server.origin)}</span>
            <span className={cx(layout.t3, layout.num)}>{reviewedWhen(item)}</span>
            {links}
          </p>
        </div>
        {isStopped(item.state.kind) && (
          <span className={marksStyles['waiting-mark']}>
            <Icon name="pause" size={14} />
            {t('common.changed')}
          </span>
        )}
      </header>
      <div className={styles['review-body']} role="region" aria-label={t('review.definition')} tabIndex={0}>
        {detail.isPending && <Skeleton rows={5} />}
        {detail.isError && <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} />}
        {detail.data !== undefined && <Body server={server} detail={detail.data} onDone={onDone} />}
      </div>
      {detail.data !== undefined && (waits(detail.data.item) || detail.data.item.keptOld) && (
        <ReviewFoot
          server={server}
          item={detail.data.item}
          restorable={detail.data.restorable}
          onDone={onDone}
        />
      )}
      {detail.data?.item.state.kind === 'unchanged' && detail.data.item.reviewedAt !== null && (
        <RevokeFoot server={server} item={detail.data.item} />
      )}
    </article>
  );
}

interface BodyProps extends Pick<ReviewItemProps, 'server' | 'onDone'> {
  detail: PinDetail;
}

function Body({ server, detail, onDone }: BodyProps): ReactNode {
  const [view, setView] = useState(0);
  if (detail.old === null || detail.new === null || detail.differences.length === 0)
    return (
      <>
        <DifferenceSummary {...detail} />
        <VaryingPlaces server={server} detail={detail} onDone={onDone} />
        {detail.namesake !== null && <NamesakeDifferences namesake={detail.namesake} server={server} />}
        <Declaration value={detail.new ?? detail.old} />
      </>
    );
  const shortDigest = (digest: string | null) =>
    digest === null ? '' : `sha256 ${digest.slice(0, 4)}…${digest.slice(-2)}`;
  const column = (text: string, digest: string | null) => (
    <span className={layout.row}>
      <ServerIcon icon={server.icon} size={14} />
      <span className={layout.cut}>
        <span className={cx(layout.b, layout.t2)}>
          <ServerName label={server.label} />
        </span>{' '}
        {text}
      </span>
      <Hint className={cx(layout.end, styles.mono, layout.mono)} label={digest ?? undefined}>
        {shortDigest(digest)}
      </Hint>
    </span>
  );
  return (
    <>
      <DifferenceSummary {...detail} />
      <VaryingPlaces server={server} detail={detail} onDone={onDone} />
      <div className={cx(layout.row, styles['review-views'])}>
        <span className={layout.b}>
          {t('review.differences', { count: detail.differences.length + detail.leftOut })}
        </span>
        <span className={layout.end}>
          <Segments
            label={t('common.viewLabel')}
            data={[
              { value: 0, label: t('review.view.sideBySide') },
              { value: 1, label: t('common.rawJson') },
            ]}
            value={view}
            onChange={setView}
          />
        </span>
      </div>
      {view === 1 ? (
        <RawDiff old={detail.old} now={detail.new} />
      ) : (
        <>
          <DiffTable
            differences={detail.differences}
            was={column(
              detail.item.state.kind === 'unlikeBrought'
                ? t('review.column.imported')
                : t('review.column.reviewed'),
              detail.oldDigest,
            )}
            now={column(t('review.column.now'), detail.item.digest)}
          />
          <SameFields old={detail.old} now={detail.new} />
        </>
      )}
      {detail.namesake !== null && <NamesakeDifferences namesake={detail.namesake} server={server} />}
    </>
  );
}

/** The names of unchanged fields; their values on demand. */
function SameFields({ old, now }: { old: JsonValue; now: JsonValue }): ReactNode {
  const [shown, setShown] = useState(false);
  const same = Object.entries(membersOf(now)).flatMap(([name, value]): [string, JsonValue][] =>
    sameJson(value, own(membersOf(old), name)) ? [[name, value]] : [],
  );
  if (same.length === 0) return null;
  return (
    <>
      <p className={cx(styles['review-same'], layout.fs12, layout.t3)}>
        {t.rich('review.same.fields', {
          count: same.length,
          names: () => <VisibleText text={formatList(same.map(([name]) => name))} />,
        })}{' '}
        <LinkButton aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('review.same.hide') : t('review.same.show')}
        </LinkButton>
      </p>
      {shown && <Declaration value={Object.fromEntries(same)} />}
    </>
  );
}

const membersOf = (value: JsonValue): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

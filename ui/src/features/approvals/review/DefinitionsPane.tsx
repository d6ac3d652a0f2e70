import { Button, LinkButton } from '../../../kit/controls';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { PinItem, ServerSnapshot } from '../../../api/generated/contract';
import { definitionsTitle, isTogether, putOffReviews } from '../../../api/pins';
import type { PendingReview } from '../../../api/pins';
import { ClaimMarks } from '../../../entities/catalog/Claims';
import { AcceptButton } from '../../../entities/review/AcceptButton';
import { ServerIcon } from '../../../entities/server/ServerIcon';
import { Icon } from '../../../kit/Icon';
import { SectionList } from '../../../kit/SectionList';
import { VisibleText } from '../../../kit/VisibleText';
import { announce } from '../../../lib/announce';
import { cx } from '../../../lib/cx';
import { formatList } from '../../../lib/format';
import layout from '../../../styles/layout.module.css';
import { t } from '../../../words/translate';
import { HostHeader } from '../HostHeader';
import { focusDetail } from '../keptFocus';
import { ReviewItem } from './ReviewItem';
import { ReviewRow } from './ReviewRow';
import { useClaims } from './useClaims';
import type { Claims } from './useClaims';
import { effectsText, inOrder, itemKey, itemLabel } from './words';
import styles from './review.module.css';

interface DefinitionsPaneProps {
  reviews: readonly PendingReview[];
  /** Whether the person has put them off already. */
  isPutOff: boolean;
  /** Hears what was decided, as a sentence, once nothing is left. */
  onDone: (decision: string) => void;
  onLater: () => void;
}

interface Row {
  id: string;
  server: ServerSnapshot;
  item: PinItem;
}

/** The definitions of all servers that are to be reviewed: at once as far as that may be, the others one after the other. */
export function DefinitionsPane({ reviews, isPutOff, onDone, onLater }: DefinitionsPaneProps): ReactNode {
  const claims = useClaims();
  const [opened, setOpened] = useState<string | null>(null);
  const [passed, setPassed] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(reviews), [reviews]);
  const sections = useMemo(() => sectionsOf(rows, reviews, claims), [rows, reviews, claims]);
  const renderRow = useCallback(
    ({ server, item }: Row) => <DefinitionRow server={server} item={item} claims={claims} />,
    [claims],
  );
  const single = rows.filter(({ item }) => !isTogether(item));
  const atOnce = reviews
    .map(({ server, items }) => ({ server, serverId: server.id, items: items.filter(isTogether) }))
    .filter(({ items }) => items.length > 0);
  const count = atOnce.reduce((sum, { items }) => sum + items.length, 0);
  const shown = rows.length === 1 ? rows[0] : rows.find(({ id }) => id === opened);

  /** Opens the next one that has to be looked at alone, or the list of what is left. */
  const goOn = (what: string, left: readonly Row[], from: number): void => {
    if (left.length === 0) return onDone(what);
    announce(what);
    const open = left.filter(({ item }) => !isTogether(item));
    setOpened((open.find((row) => rows.indexOf(row) > from) ?? open[0])?.id ?? null);
    focusDetail();
  };
  if (shown !== undefined)
    return (
      <ReviewItem
        key={shown.id}
        server={shown.server}
        item={shown.item}
        onDone={(what) =>
          goOn(
            what,
            rows.filter(({ id }) => id !== shown.id),
            rows.indexOf(shown),
          )
        }
        links={
          <>
            {rows.length > 1 && (
              <LinkButton onClick={() => setOpened(null)}>{definitionsTitle(reviews)}</LinkButton>
            )}
            <Link to="/approvals" search={{ server: shown.server.id, item: itemKey(shown.item) }}>
              {t('review.allDefinitions')}
            </Link>
          </>
        }
      />
    );
  return (
    <article className={styles.review} aria-label={definitionsTitle(reviews)}>
      <HostHeader
        tile={<Icon name="shieldWarning" />}
        title={definitionsTitle(reviews)}
        origin={effectsText(reviews, claims)}
        since={null}
      />
      <SectionList
        label={t('review.list')}
        sections={sections}
        itemKey={rowId}
        rowLabel={rowLabel}
        renderRow={renderRow}
        selected={passed}
        onSelect={({ id }, by) => {
          setPassed(id);
          if (by === 'pick') setOpened(id);
        }}
      />
      <footer className={styles['review-foot']}>
        {!isPutOff && (
          <Button
            variant="subtle"
            leftSection={<Icon name="clock" size={14} />}
            onClick={() => {
              putOffReviews(reviews);
              onLater();
            }}
          >
            {t('review.later')}
          </Button>
        )}
        <p className={cx(layout.grow, layout.fs12, layout.t2)}>{t('review.decide.allHelp')}</p>
        {single[0] !== undefined && (
          <Button variant={count > 0 ? 'default' : 'filled'} onClick={() => setOpened(single[0]?.id ?? null)}>
            {t('review.decide.oneByOne', { count: single.length })}
          </Button>
        )}
        {count > 0 && (
          <AcceptButton
            variant="filled"
            of={atOnce}
            onDone={() => {
              const servers = formatList(atOnce.map(({ server }) => server.label));
              goOn(t('review.done.approvedAll', { count, server: servers }), single, -1);
            }}
          >
            {single.length > 0
              ? t('review.decide.approveOthers', { count })
              : t('review.decide.approveAll', { count })}
          </AcceptButton>
        )}
      </footer>
    </article>
  );
}

const rowId = ({ id }: Row): string => id;
const rowLabel = ({ item }: Row): string => itemLabel(item);

const rowsOf = (reviews: readonly PendingReview[]): Row[] =>
  reviews.flatMap(({ server, items }) =>
    inOrder(items).map((item) => ({ id: JSON.stringify([server.id, itemKey(item)]), server, item })),
  );

const sectionsOf = (rows: readonly Row[], reviews: readonly PendingReview[], claims: Claims) =>
  reviews.map((review) => ({
    key: review.server.id,
    label: review.server.label,
    header: (
      <>
        <ServerIcon icon={review.server.icon} size={14} />
        <span className={layout.cut}>
          <VisibleText text={review.server.label} />
        </span>
        <span className={cx(layout.end, layout.fs11, layout.t3)}>{effectsText([review], claims)}</span>
      </>
    ),
    items: rows.filter(({ server }) => server.id === review.server.id),
  }));

interface DefinitionRowProps {
  server: ServerSnapshot;
  item: PinItem;
  claims: Claims;
}

function DefinitionRow({ server, item, claims }: DefinitionRowProps): ReactNode {
  const claimed = item.kind === 'tool' ? claims(server.id, item.name) : undefined;
  return (
    <>
      <ReviewRow item={item} />
      {claimed !== undefined && <ClaimMarks annotations={claimed} />}
    </>
  );
}

import { Button } from '../../kit/controls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { PinItem, ServerSnapshot } from '../../api/generated/contract';
import { isTogether, usePins, waits } from '../../api/pins';
import { useServers } from '../../api/queries';
import { AcceptButton } from '../../entities/review/AcceptButton';
import { Chip } from '../../kit/Chip';
import { EmptyState } from '../../kit/EmptyState';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { ListPane } from '../../kit/ListPane';
import { Panes } from '../../entities/layout/Panes';
import { SectionList } from '../../kit/SectionList';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { formatNumber } from '../../lib/format';
import { matches } from '../../lib/search';
import { t } from '../../words/translate';
import { ReviewItem } from './ReviewItem';
import { ReviewRow } from './ReviewRow';
import { grouped, itemKey, itemLabel, itemTitle } from './words';
import './review.css';
import { asServer } from '../../lib/sourceIds';

/** Everything one server declares, compared with what the person reviewed. */
export function ReviewScreen(): ReactNode {
  const { server: serverId, item } = useSearch({ from: '/servers/review' });
  const server = useServers().data?.find(({ id }) => id === serverId);
  const pins = usePins(asServer(serverId) ?? null);
  const navigate = useNavigate({ from: '/servers/review' });
  const items = useMemo(() => inOrder(pins.data ?? []), [pins.data]);
  const chosen = items.find((one) => itemKey(one) === item) ?? items[0];
  const choose = (one: PinItem | undefined): void =>
    void navigate({
      search: { ...(serverId && { server: serverId }), ...(one && { item: itemKey(one) }) },
    });
  if (server === undefined) return <EmptyState icon="server" title={t('review.serverRemoved')} />;
  return (
    <Panes
      listLabel={t('review.pane')}
      chosen={item !== undefined}
      list={
        <ReviewList
          server={server}
          items={items}
          loading={pins.isPending}
          trouble={
            pins.isError && (
              <ErrorNotice shape="pane" error={pins.error} onRetry={() => void pins.refetch()} />
            )
          }
          chosen={chosen}
          onChoose={choose}
        />
      }
      detail={
        chosen === undefined ? (
          <EmptyState icon="shieldCheck" title={t('review.empty')}>
            {t('review.emptyHelp')}
          </EmptyState>
        ) : (
          <ReviewItem
            key={itemKey(chosen)}
            server={server}
            item={chosen}
            onDone={() =>
              choose(items.find((one) => waits(one) && itemKey(one) !== itemKey(chosen)) ?? chosen)
            }
          />
        )
      }
    />
  );
}

function inOrder(items: readonly PinItem[]): PinItem[] {
  return grouped(items).flatMap((group) => group.items);
}

interface ReviewListProps {
  server: ServerSnapshot;
  items: readonly PinItem[];
  loading: boolean;
  trouble: ReactNode;
  chosen: PinItem | undefined;
  onChoose: (item: PinItem) => void;
}

function ReviewList({ server, items, loading, trouble, chosen, onChoose }: ReviewListProps): ReactNode {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const waiting = items.filter(waits);
  const atOnce = waiting.filter(isTogether);
  const found = items.filter((one) => matches(query, itemTitle(one)));
  const sections = grouped(found)
    .filter((group) => group.items.length > 0)
    .map((group) => ({
      ...group,
      header: (
        <>
          {group.label} <span className="n num">{formatNumber(group.items.length)}</span>
        </>
      ),
    }));
  return (
    <ListPane
      title={server.label}
      loading={loading}
      actions={
        waiting.length > 0 && <Chip tone="lamp">{t('review.toReview', { count: waiting.length })}</Chip>
      }
      search={{ label: t('review.search'), value: query, onChange: setQuery }}
      notice={
        <div className="row review-server">
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Icon name="left" size={14} />}
            onClick={() => void navigate({ to: '/servers', search: { server: server.id } })}
          >
            {server.label}
          </Button>
          <span className="end">
            <ServerIcon icon={server.icon} size={20} />
          </span>
          {atOnce.length > 0 && (
            <AcceptButton size="xs" serverId={server.id} items={atOnce}>
              {atOnce.length < waiting.length
                ? t('review.decide.approveOthers', { count: atOnce.length })
                : t('review.decide.approveAll', { count: atOnce.length })}
            </AcceptButton>
          )}
        </div>
      }
    >
      {trouble || (
        <SectionList
          label={t('review.list')}
          sections={sections}
          itemKey={itemKey}
          rowLabel={itemLabel}
          renderRow={(one) => <ReviewRow item={one} />}
          selected={chosen === undefined ? null : itemKey(chosen)}
          onSelect={onChoose}
        />
      )}
      <p className="review-promise fs11 t3">{t('review.comparison')}</p>
    </ListPane>
  );
}

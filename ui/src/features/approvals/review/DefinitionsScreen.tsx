import { Button } from '../../../kit/controls';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { PinItem, ServerSnapshot } from '../../../api/generated/contract';
import { isTogether, waits } from '../../../api/pins';
import { useAnswer, useServers } from '../../../api/queries';
import { AcceptButton } from '../../../entities/review/AcceptButton';
import { Chip } from '../../../kit/Chip';
import { EmptyState } from '../../../kit/EmptyState';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Icon } from '../../../kit/Icon';
import { ListPane } from '../../../kit/ListPane';
import { Panes } from '../../../entities/layout/Panes';
import { SectionList } from '../../../kit/SectionList';
import type { SectionListHandle } from '../../../kit/SectionList';
import { ServerIcon } from '../../../entities/server/ServerIcon';
import { formatNumber } from '../../../lib/format';
import { matches } from '../../../lib/search';
import { asServer } from '../../../lib/sourceIds';
import { t } from '../../../words/translate';
import { DecidedPane } from '../DecidedPane';
import type { Decided } from '../DecidedPane';
import { focusList, useKeptFocus } from '../keptFocus';
import { ReviewItem } from './ReviewItem';
import { ReviewRow } from './ReviewRow';
import { grouped, inOrder, itemKey, itemLabel, itemTitle } from './words';
import { cx } from '../../../lib/cx';
import layoutStyles from '../../../styles/layout.module.css';
import listStyles from '../../../kit/list.module.css';
import callResultStyles from '../../../entities/result/callResult.module.css';
import styles from './review.module.css';

/** Everything one server declares, compared with what the person reviewed. */
export function DefinitionsScreen(): ReactNode {
  const { server: serverId, item } = useSearch({ from: '/approvals' });
  const servers = useServers();
  const server = servers.data?.find(({ id }) => id === serverId);
  const owner = asServer(serverId);
  const pins = useAnswer('pin.list', owner && { serverId: owner });
  const navigate = useNavigate({ from: '/approvals' });
  const router = useRouter();
  const list = useRef<SectionListHandle>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const items = useMemo(() => inOrder(pins.data ?? []), [pins.data]);
  const chosen = items.find((one) => itemKey(one) === item) ?? (decided === null ? items[0] : undefined);
  useKeptFocus();
  const choose = (one: PinItem | undefined): void =>
    void navigate({
      search: { ...(serverId && { server: serverId }), ...(one && { item: itemKey(one) }) },
    });
  const finish = (what: string, done: readonly PinItem[]): void => {
    // The person may have gone elsewhere before the answer came, and stays there.
    if (router.state.location.pathname !== '/approvals') return;
    const isDone = (one: PinItem): boolean => done.some((other) => itemKey(other) === itemKey(one));
    const left = items.filter((one) => waits(one) && !isDone(one));
    const at = chosen === undefined ? -1 : items.indexOf(chosen);
    const next = left.find((one) => items.indexOf(one) > at) ?? left[0];
    setDecided(
      next === undefined && server !== undefined
        ? { what, id: done.map(itemKey).join(), serverId: server.id, at: Date.now() }
        : null,
    );
    choose(next);
    if (next !== undefined) focusList();
  };
  if (servers.isPending) return null;
  if (server === undefined) return <EmptyState icon="server" title={t('review.serverRemoved')} />;
  return (
    <Panes
      listLabel={t('review.pane')}
      chosen={item !== undefined}
      list={
        <DefinitionList
          server={server}
          items={items}
          loading={pins.isPending}
          trouble={
            pins.isError && (
              <ErrorNotice shape="pane" error={pins.error} onRetry={() => void pins.refetch()} />
            )
          }
          chosen={chosen}
          handle={list}
          onChoose={choose}
          onDone={finish}
        />
      }
      detail={
        chosen !== undefined ? (
          <ReviewItem
            key={itemKey(chosen)}
            server={server}
            item={chosen}
            onDone={(what) => finish(what, [chosen])}
          />
        ) : decided !== null ? (
          <DecidedPane decided={decided} title={t('review.done.server', { server: server.label })} />
        ) : (
          <EmptyState icon="shieldCheck" title={t('review.empty')}>
            {t('review.emptyHelp')}
          </EmptyState>
        )
      }
    />
  );
}

const renderItem = (item: PinItem): ReactNode => <ReviewRow item={item} />;

interface DefinitionListProps {
  server: ServerSnapshot;
  items: readonly PinItem[];
  loading: boolean;
  trouble: ReactNode;
  chosen: PinItem | undefined;
  handle: RefObject<SectionListHandle | null>;
  onChoose: (item: PinItem) => void;
  /** Hears what was decided about several definitions. */
  onDone: (decision: string, items: readonly PinItem[]) => void;
}

function DefinitionList(props: DefinitionListProps): ReactNode {
  const { server, items, loading, trouble, chosen, handle, onChoose, onDone } = props;
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
          {group.label}{' '}
          <span className={cx(callResultStyles.n, listStyles.n, layoutStyles.num)}>
            {formatNumber(group.items.length)}
          </span>
        </>
      ),
    }));
  return (
    <ListPane
      title={server.label}
      loading={loading}
      actions={
        waiting.length > 0 && <Chip tone="lamp">{t('common.toReview', { count: waiting.length })}</Chip>
      }
      search={{
        label: t('review.search'),
        value: query,
        onChange: setQuery,
        onEnterList: () => handle.current?.focus(),
      }}
      notice={
        <div className={cx(layoutStyles.row, styles['review-server'])}>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Icon name="left" size={14} />}
            onClick={() => void navigate({ to: '/approvals' })}
          >
            {t('common.approvals')}
          </Button>
          <span className={layoutStyles.end}>
            <ServerIcon icon={server.icon} size={20} />
          </span>
          {atOnce.length > 0 && (
            <AcceptButton
              size="xs"
              of={[{ serverId: server.id, items: atOnce }]}
              onDone={() =>
                onDone(t('review.done.approvedAll', { count: atOnce.length, server: server.label }), atOnce)
              }
            >
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
          renderRow={renderItem}
          selected={chosen === undefined ? null : itemKey(chosen)}
          onSelect={onChoose}
          handle={handle}
        />
      )}
      <p className={cx(styles['review-promise'], layoutStyles.fs11, layoutStyles.t3)}>
        {t('review.comparison')}
      </p>
    </ListPane>
  );
}

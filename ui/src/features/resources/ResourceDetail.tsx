import { Button, Segments, Switch } from '../../kit/controls';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNoteOpened } from '../../api/bookmarks';
import type { ReadOutcome, ServerId } from '../../api/generated/contract';
import { useAnswer, useOperation, useResource, useServers } from '../../api/queries';
import { resourceOf, useResources } from '../../api/resources';
import { useLookedAt } from '../../api/resourceUpdates';
import { BookmarkButton } from '../../entities/catalog/Bookmark';
import { AddressLine } from '../../entities/content/AddressLine';
import { AsListed } from '../../entities/catalog/AsListed';
import { DetailHeader } from '../../kit/DetailHeader';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon, Spinner } from '../../kit/Icon';
import { loadEditor } from '../../kit/CodeView/loadEditor';
import { Note } from '../../kit/Note';
import { DragHandle } from '../../entities/content/DragHandle';
import { dragProps } from '../../entities/content/dragOut';
import { essence, mayBeText } from '../../entities/content/mediaType';
import { OpenLink } from '../../entities/content/OpenLink';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { SaveButton, savedIds } from '../../entities/content/SaveButton';
import { Skeleton } from '../../kit/Skeleton';
import { stateWord } from '../../entities/server/StateDot';
import { notifyError } from '../../lib/notify';
import { formatTime } from '../../lib/format';
import { Comparison } from './Comparison';
import { Claims } from './ContentsFacts';
import { entryIcon } from './icons';
import { LiveMark } from './LiveMark';
import { ReadView } from './ReadView';
import { ServerName } from '../../entities/server/ServerName';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import compareStyles from './compare.module.css';
import styles from './resources.module.css';

interface ResourceProps {
  serverId: ServerId;
  uri: string;
}

interface ResourceDetailProps extends ResourceProps {
  /** Whether it is meant to be read, not just passed by with the keys. */
  settled: boolean;
}

/** One resource. Opening it reads it; while it is followed it is read again whenever the server says it changed. */
export function ResourceDetail({ serverId, uri, settled }: ResourceDetailProps): ReactNode {
  const server = useServers().data?.find((each) => each.id === serverId);
  const head = resourceOf(useResources(serverId).data, serverId, uri);
  const read = useResource(serverId, uri, settled);
  const isSubscribed = useAnswer('resource.subscriptions', {}).data?.some(
    (each) => each.serverId === serverId && each.uri === uri,
  );
  const following = isSubscribed ?? head?.subscribed ?? false;
  const isText = settled && head !== undefined && mayBeText(essence(head.mimeType));
  useEffect(() => {
    if (isText) void loadEditor();
  }, [isText]);
  const title = head?.title ?? uri;
  const entry = { serverId, list: 'resources' as const, key: uri };
  useNoteOpened(entry, read.data === undefined ? undefined : title);
  const before = useLookedAt(serverId, uri, read.data, following);
  const ids = savedIds(read.data?.contents ?? []);
  const only = read.data?.contents.length === 1 ? read.data.contents[0] : undefined;
  const running = server === undefined || server.state.kind === 'running';

  return (
    <article
      className={styles.resource}
      aria-label={visibleString(title)}
      {...dragProps({ serverId, uri, mimeType: only?.mimeType ?? head?.mimeType ?? null })}
    >
      <DetailHeader
        icon={
          <DragHandle>
            <EntryIcon
              icon={head?.icon ?? null}
              fallback={head === undefined ? 'resource' : entryIcon({ kind: 'resource', head })}
              size={32}
            />
          </DragHandle>
        }
        title={title}
        actions={
          <>
            {read.data !== undefined && <LiveMark following={following} readAt={read.data.readAt} />}
            {ids.length > 0 && <SaveButton ids={ids} />}
            {(server?.negotiated?.canSubscribe === true || following) && (
              <Follow serverId={serverId} uri={uri} following={following} />
            )}
            {head !== undefined && (
              <AsListed serverId={serverId} list="resources" entry={uri} title={title} />
            )}
            <Button
              size="xs"
              leftSection={read.isFetching ? <Spinner size={14} /> : <Icon name="refresh" size={14} />}
              disabled={read.isFetching}
              onClick={() => void read.refetch()}
            >
              {t('common.refresh')}
            </Button>
            <BookmarkButton entry={{ ...entry, title }} />
          </>
        }
      >
        <AddressLine server={server} address={uri} />
        <OpenLink serverId={serverId} address={uri} place={{ kind: 'resource', title }} />
      </DetailHeader>
      {!running && server !== undefined && read.data !== undefined && (
        <div className={styles['resource-note']}>
          <Note tone="lamp">
            {t.rich('resources.notRunning.state', {
              server: () => <ServerName label={server.label} />,
              state: stateWord(server.state),
            })}{' '}
            {t('resources.notRunning.earlier')}
          </Note>
        </div>
      )}
      {read.isError && read.data !== undefined && (
        <div className={styles['resource-note']}>
          <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
        </div>
      )}
      {read.isPending && <Skeleton rows={4} />}
      {read.isError && read.data === undefined && (
        <ErrorNotice shape="pane" error={read.error} onRetry={() => void read.refetch()} />
      )}
      {read.data !== undefined && (
        <Contents
          outcome={read.data}
          before={before}
          title={title}
          serverLabel={server?.label ?? ''}
          side={
            <Claims
              server={server}
              description={head?.description ?? null}
              annotations={head?.annotations ?? null}
            />
          }
        />
      )}
    </article>
  );
}

interface ContentsProps {
  outcome: ReadOutcome;
  /** What it held when it was last looked at; `null` = the same. */
  before: ReadOutcome | null;
  title: string;
  serverLabel: string;
  side: ReactNode;
}

/** What was read; where that changed since it was looked at, also what it was and what changed. */
function Contents({ outcome, before, ...shown }: ContentsProps): ReactNode {
  const [wanted, setWanted] = useState<'now' | 'before' | 'changes'>('now');
  if (before === null) return <ReadView outcome={outcome} {...shown} />;
  const time = formatTime(before.readAt);
  return (
    <>
      <div className={compareStyles.bar}>
        <Segments
          size="xs"
          label={t('resources.compare.label')}
          data={(['now', 'before', 'changes'] as const).map((value) => ({
            value,
            label: t(`resources.compare.${value}`),
          }))}
          value={wanted}
          onChange={setWanted}
        />
        <span className={cx(layout.t2, layout.fs12, layout.num)}>
          {t('resources.compare.since', { time })}
        </span>
      </div>
      {wanted === 'changes' ? (
        <Comparison before={before} now={outcome} title={shown.title} />
      ) : (
        <ReadView outcome={wanted === 'now' ? outcome : before} {...shown} />
      )}
    </>
  );
}

interface FollowProps extends ResourceProps {
  following: boolean;
}

/** Whether changes are followed, of a resource that is listed or not. */
function Follow({ serverId, uri, following }: FollowProps): ReactNode {
  const subscribe = useOperation('resource.subscribe');
  const subscribed = subscribe.isPending ? subscribe.variables.subscribed : following;
  return (
    <Switch
      size="sm"
      className={styles['live-switch']}
      label={t('resources.subscribe')}
      checked={subscribed}
      disabled={subscribe.isPending}
      onChange={(event) => {
        const wanted = event.currentTarget.checked;
        subscribe.mutate({ serverId, uri, subscribed: wanted }, { onError: notifyError });
      }}
    />
  );
}

import { use, useMemo, useState, type ReactNode } from 'react';
import type { Content, ServerId, SourceId } from '../../api/generated/contract';
import { useResource } from '../../api/queries';
import { LinkButton, TextLink } from '../../kit/controls';
import { Hint } from '../../kit/Hint';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes } from '../../lib/format';
import { asServer } from '../../lib/sourceIds';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { ErrorNotice } from '../message/ErrorNotice';
import { EntryIcon } from '../server/ServerIcon';
import { actionName } from './actionName';
import { DragHandle } from './DragHandle';
import { dragProps } from './dragOut';
import { OpenLink } from './OpenLink';
import { CameFrom } from './origin';
import { partsOf } from './part';
import { SendButton } from '../sendTo/SendButton';
import { ResourceView } from './ResourceView';
import { sendableUri } from './sendable';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './content.module.css';

type LinkBlock = Extract<Content, { kind: 'resourceLink' }>;

interface LinkedResourceProps {
  link: LinkBlock;
  serverId: SourceId;
  serverLabel: string;
}

/** A link to a resource of the server that sent it. It is read only once the person asks for it. */
export function LinkedResource({ link, serverId, serverLabel }: LinkedResourceProps): ReactNode {
  const [open, setOpen] = useState(false);
  const action = t(open ? 'content.linked.hide' : 'content.linked.read');
  return (
    <>
      <div
        className={styles['resource-link']}
        {...dragProps({ serverId: asServer(serverId), uri: link.uri, mimeType: link.mimeType })}
      >
        <DragHandle>
          <EntryIcon icon={link.icon} fallback="file" />
        </DragHandle>
        <div className={layout.grow}>
          <div className={cx(layout.b, layout.cut)}>
            <VisibleText text={link.title} />
          </div>
          <div className={cx(layout.row, layout.fs11, layout.t3)}>
            <Hint as="code" className={layout.cut} label={visibleString(link.uri)}>
              <VisibleText text={link.uri} />
            </Hint>
            {link.mimeType !== null && <VisibleText text={link.mimeType} />}
            {link.sizeBytes !== null && <span className={layout.num}>{formatBytes(link.sizeBytes)}</span>}
          </div>
          {link.description !== null && (
            <div className={cx(layout.fs12, layout.t2)}>
              <VisibleText text={link.description} />
            </div>
          )}
        </div>
        <OpenLink serverId={serverId} address={link.uri} place={{ kind: 'resource', title: link.title }} />
        <LinkButton
          aria-label={actionName(action, link.title)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {action}
        </LinkButton>
        <OpenResource serverId={serverId} uri={link.uri} name={link.title} />
        <SendButton content={sendableUri(link.title, link.uri)} />
      </div>
      {open && <Read serverId={asServer(serverId)} uri={link.uri} serverLabel={serverLabel} />}
    </>
  );
}

interface ReadProps {
  serverId: ServerId;
  uri: string;
  serverLabel: string;
}

/** What a server gives for the URI, with the same preview as a resource that came inside a message. */
function Read({ serverId, uri, serverLabel }: ReadProps): ReactNode {
  const read = useResource(serverId, uri, true);
  const parts = useMemo(
    () => (read.data === undefined ? [] : partsOf(read.data.contents, read.data.raw)),
    [read.data],
  );
  if (read.isPending) return <Skeleton rows={3} />;
  if (read.isError) return <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />;
  if (parts.length === 0) return <Note>{t('resources.view.emptyHelp')}</Note>;
  return parts.map(({ contents, raw }, index) => (
    // Contents have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <ResourceView key={index} resource={contents} raw={raw ?? undefined} serverLabel={serverLabel} />
  ));
}

interface OpenResourceProps {
  serverId: SourceId;
  uri: string;
  /** What the resource is called where the link stands. */
  name: string;
}

/** Leads to a resource among those of its server, which then says where it came from. */
export function OpenResource({ serverId, uri, name }: OpenResourceProps): ReactNode {
  const origin = use(CameFrom);
  return (
    <TextLink
      aria-label={actionName(t('content.openInResources'), name)}
      to="/resources"
      search={{ server: serverId, item: uri }}
      state={origin === null ? {} : { origin }}
    >
      {t('content.openInResources')}
    </TextLink>
  );
}

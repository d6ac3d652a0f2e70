import { useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { ContentId, ResourceHead, ServerSnapshot } from '../../api/generated/contract';
import { OpenDialog } from '../../entities/content/ContentMenu';
import { partBytes, partsOf } from '../../entities/content/part';
import { saveContents } from '../../entities/content/saveContents';
import type { MenuEntry } from '../../kit/ContextMenu';
import { formatBytes } from '../../lib/format';
import { notify, notifyError } from '../../lib/notify';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';

/** A content of a resource that was read from the menu of its row. */
interface ReadContent {
  contentId: ContentId;
  sizeBytes: number;
}

interface RowActions {
  /** What the menu of a row offers beside opening the resource. */
  entriesOf: (head: ResourceHead, onOpen: () => void) => readonly MenuEntry[];
  /** The question before something is opened in another app. */
  dialog: ReactNode;
}

/** Saves, opens and subscribes to resources from the menus of their rows. */
export function useRowActions(servers: readonly ServerSnapshot[]): RowActions {
  const [asked, setAsked] = useState<{ head: ResourceHead; content: ReadContent } | null>(null);
  const serverOf = ({ serverId }: ResourceHead) => servers.find(({ id }) => id === serverId);
  const save = async (head: ResourceHead): Promise<void> => {
    const read = await contentsOf(head);
    if (read.length > 0) await saveContents(read.map(({ contentId }) => contentId));
  };
  // Of several contents one is chosen where they are seen.
  const open = async (head: ResourceHead, onOpen: () => void): Promise<void> => {
    const [content, ...others] = await contentsOf(head);
    if (content === undefined) return;
    if (others.length > 0) onOpen();
    else setAsked({ head, content });
  };
  return {
    entriesOf: (head, onOpen) => [
      { kind: 'action', icon: 'download', label: t('content.save.as'), onPick: () => void save(head) },
      {
        kind: 'action',
        icon: 'frameOut',
        label: t('content.save.open'),
        onPick: () => void open(head, onOpen),
      },
      ...(head.subscribed || serverOf(head)?.negotiated?.canSubscribe === true ? [subscription(head)] : []),
    ],
    dialog: asked !== null && (
      <OpenDialog
        contentId={asked.content.contentId}
        name={visibleString(asked.head.title)}
        size={formatBytes(asked.content.sizeBytes)}
        server={visibleString(serverOf(asked.head)?.label ?? '')}
        onClose={() => setAsked(null)}
      />
    ),
  };
}

/** Reads a resource; says why there is nothing in it to save. */
async function contentsOf({ serverId, uri }: ResourceHead): Promise<readonly ReadContent[]> {
  try {
    const { contents, raw } = await call('resource.read', { serverId, uri });
    const read = partsOf(contents, raw).flatMap((part) => {
      const { contentId } = part.contents;
      return contentId === null ? [] : { contentId, sizeBytes: partBytes(part) };
    });
    if (read.length === 0) notify(t('content.preview.noBytes'));
    return read;
  } catch (error) {
    notifyError(error);
    return [];
  }
}

const subscription = ({ serverId, uri, subscribed }: ResourceHead): MenuEntry => ({
  kind: 'action',
  icon: 'live',
  label: t(subscribed ? 'resources.subscriptions.unsubscribe' : 'resources.subscribe'),
  onPick: () =>
    void call('resource.subscribe', { serverId, uri, subscribed: !subscribed }).catch(notifyError),
});

import type { ReactNode } from 'react';
import { entryId, toggleBookmark, useBookmarkIds } from '../../api/bookmarks';
import type { KeepEntryParams } from '../../api/generated/contract';
import type { MenuEntry } from '../../kit/ContextMenu';
import { ActionIcon } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { useSingleKey } from '../../kit/useSingleKey';
import { t } from '../../words/translate';
import styles from './bookmark.module.css';

const KEY = 'B';

/** The star in the head of a detail pane: adds or removes the bookmark, as its key does. */
export function BookmarkButton({ entry }: { entry: KeepEntryParams }): ReactNode {
  const marked = useBookmarkIds().has(entryId(entry));
  const toggle = () => toggleBookmark(entry, marked);
  useSingleKey([[KEY, toggle]]);
  return (
    <ActionIcon
      variant="subtle"
      className={styles.star}
      aria-label={t('shared.bookmark.label')}
      aria-pressed={marked}
      aria-keyshortcuts={KEY}
      title={t(marked ? 'shared.bookmark.remove' : 'shared.bookmark.add')}
      onClick={toggle}
    >
      <Icon name={marked ? 'starFilled' : 'star'} />
    </ActionIcon>
  );
}

/** The star of a row that is a bookmark. */
export function BookmarkMark({ entry }: { entry: Omit<KeepEntryParams, 'title'> }): ReactNode {
  const marked = useBookmarkIds().has(entryId(entry));
  if (!marked) return null;
  return (
    <span className={styles.mark} role="img" aria-label={t('shared.bookmark.label')}>
      <Icon name="starFilled" size={12} />
    </span>
  );
}

/** The line of a row's menu that adds or removes the bookmark. */
export function useBookmarkLine(): (entry: KeepEntryParams) => MenuEntry {
  const ids = useBookmarkIds();
  return (entry) => {
    const marked = ids.has(entryId(entry));
    return {
      kind: 'action',
      icon: marked ? 'starFilled' : 'star',
      label: t(marked ? 'shared.bookmark.remove' : 'shared.bookmark.add'),
      keys: KEY,
      onPick: () => toggleBookmark(entry, marked),
    };
  };
}

import type { ReactNode } from 'react';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { BookmarkMark } from '../../entities/catalog/Bookmark';
import { StoppedMark } from '../../entities/catalog/Stopped';
import { VisibleText } from '../../kit/VisibleText';
import { Cut } from '../../kit/Cut';
import { formatBytes, formatDay, formatNumber } from '../../lib/format';
import { modifiedAt } from './columns';
import { entryIcon } from './icons';
import { entryAddress, keptKey } from './rows';
import type { ResourceEntry } from './rows';
import { TypeName } from './TypeName';
import { UpdateMark } from './UpdateMark';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './resources.module.css';
import tableStyles from './table.module.css';

/** A resource or template in the list: icon, title and address, and what the columns show. */
export function ResourceRow({ entry }: { entry: ResourceEntry }): ReactNode {
  const { head } = entry;
  const size = sizeOf(entry);
  const modified = modifiedAt(entry);
  const { audience, priority } = head.annotations;
  return (
    <>
      <EntryIcon icon={head.icon} fallback={entryIcon(entry)} />
      <span className={tableStyles.cells}>
        <span className={tableStyles.name}>
          <Title entry={entry} />
          <Cut className={listStyles.ss} text={entryAddress(entry)} />
        </span>
        <span className={tableStyles.cell} data-column="type">
          <TypeName entry={entry} />
          {size !== null && <span className={cx(tableStyles.below, layout.num)}>{size}</span>}
        </span>
        <span className={cx(tableStyles.cell, layout.num)} data-column="size">
          {size}
        </span>
        <span className={cx(tableStyles.cell, layout.num)} data-column="modified">
          {modified !== null && formatDay(modified)}
        </span>
        <span className={cx(tableStyles.cell, layout.num)} data-column="priority">
          {priority !== null && formatNumber(priority)}
        </span>
        <span className={tableStyles.cell} data-column="audience">
          <VisibleText text={audience.join(', ')} />
        </span>
      </span>
    </>
  );
}

/** A resource in one line, where its address is seen from the place. */
export function ResourceLine({ entry }: { entry: ResourceEntry }): ReactNode {
  const size = sizeOf(entry);
  return (
    <>
      <EntryIcon icon={entry.head.icon} fallback={entryIcon(entry)} />
      <span className={cx(layout.grow, layout.col)}>
        <Title entry={entry} />
      </span>
      {size !== null && <span className={cx(styles['resource-marks'], layout.num)}>{size}</span>}
    </>
  );
}

/** The title, and the marks of the entry. */
function Title({ entry }: { entry: ResourceEntry }): ReactNode {
  const { head } = entry;
  return (
    <span className={styles['row-title']}>
      <Cut className={listStyles.tt} text={head.title} />
      {entry.kind === 'template' && (
        <StoppedMark serverId={entry.head.serverId} kind="template" name={entry.head.uriTemplate} />
      )}
      {entry.kind === 'resource' && entry.head.subscribed && (
        <UpdateMark serverId={head.serverId} uri={entry.head.uri} />
      )}
      <BookmarkMark entry={keptKey(entry)} />
    </span>
  );
}

const sizeOf = (entry: ResourceEntry): string | null =>
  entry.kind === 'resource' && entry.head.sizeBytes !== null ? formatBytes(entry.head.sizeBytes) : null;

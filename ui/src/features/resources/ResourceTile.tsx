import type { ReactNode } from 'react';
import { useThumbnail } from '../../api/thumbnails';
import type { ThumbnailSource } from '../../api/thumbnails';
import type { ResourceHead } from '../../api/generated/contract';
import { TroubleRow } from '../../entities/catalog/CatalogRows';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import type { CatalogRow } from '../../lib/catalogRows';
import { formatBytes } from '../../lib/format';
import { useObjectUrl } from '../../lib/objectUrl';
import { entryIcon } from './icons';
import type { ResourceEntry } from './rows';
import { TypeName } from './TypeName';
import { UpdateMark } from './UpdateMark';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import tileStyles from '../../kit/tile.module.css';
import styles from './tile.module.css';

interface ResourceTileProps {
  row: CatalogRow<ResourceEntry>;
  thumbnail: ThumbnailSource;
}

/** A resource as a tile: its thumbnail, title, type and size. */
export function ResourceTile({ row, thumbnail }: ResourceTileProps): ReactNode {
  if (row.kind !== 'entry') return <TroubleRow row={row} />;
  const { entry } = row;
  const { head } = entry;
  return (
    <>
      <span className={styles.picture} aria-hidden>
        {entry.kind === 'resource' ? (
          <Looks head={entry.head} source={thumbnail} />
        ) : (
          <EntryIcon icon={head.icon} fallback="template" size={32} />
        )}
        {entry.kind === 'resource' && entry.head.subscribed && (
          <span className={styles.live}>
            <UpdateMark serverId={head.serverId} uri={entry.head.uri} />
          </span>
        )}
      </span>
      <span className={cx(listStyles.tt, tileStyles.title)}>
        <VisibleText text={head.title} />
      </span>
      <span className={cx(tileStyles.facts, styles.facts)}>
        <TypeName entry={entry} />
        {entry.kind === 'resource' && entry.head.sizeBytes !== null && (
          <span className={layout.num}>{formatBytes(entry.head.sizeBytes)}</span>
        )}
      </span>
    </>
  );
}

/** The thumbnail, or the icon where there is none. */
function Looks({ head, source }: { head: ResourceHead; source: ThumbnailSource }): ReactNode {
  const thumbnail = useThumbnail(head, source);
  const url = useObjectUrl(thumbnail?.kind === 'picture' ? thumbnail : null);
  if (url !== null) return <img src={url} alt="" className={styles.image} draggable={false} />;
  if (thumbnail?.kind === 'text' && thumbnail.text.trim() !== '')
    return (
      <span className={styles.text}>
        <VisibleText text={thumbnail.text} />
      </span>
    );
  return <EntryIcon icon={head.icon} fallback={entryIcon({ kind: 'resource', head })} size={32} />;
}

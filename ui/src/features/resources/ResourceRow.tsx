import type { ReactNode } from 'react';
import { typeName } from '../../entities/content/kind';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { StoppedMark } from '../../entities/catalog/Stopped';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { typeIcon } from './icons';
import { entryAddress } from './rows';
import type { ResourceEntry } from './rows';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import styles from './resources.module.css';

interface ResourceRowProps {
  entry: ResourceEntry;
  /** `one` = the title alone, where the address is seen from the place. */
  lines?: 'one' | 'two';
}

/** A resource or template in the list: icon, title, address, type and size. */
export function ResourceRow({ entry, lines = 'two' }: ResourceRowProps): ReactNode {
  const { head } = entry;
  return (
    <>
      <EntryIcon
        icon={head.icon}
        fallback={entry.kind === 'template' ? 'template' : typeIcon(head.mimeType)}
      />
      <span className={cx(layout.grow, layout.col)}>
        <span className={listStyles.tt} title={visibleString(head.title)}>
          <VisibleText text={head.title} />
        </span>
        {lines === 'two' && (
          <span className={listStyles.ss} title={visibleString(entryAddress(entry))}>
            <VisibleText text={entryAddress(entry)} />
          </span>
        )}
      </span>
      <span className={styles['resource-marks']} data-lines={lines}>
        {entry.kind === 'template' && (
          <StoppedMark serverId={entry.head.serverId} kind="template" name={entry.head.uriTemplate} />
        )}
        {entry.kind === 'resource' && entry.head.subscribed && (
          <span className={layout.ok}>{t('resources.live.subscribed')}</span>
        )}
        {head.mimeType !== null && lines === 'two' && <span>{typeName(head.mimeType)}</span>}
        {entry.kind === 'resource' && entry.head.sizeBytes !== null && (
          <span className={layout.num}>{formatBytes(entry.head.sizeBytes)}</span>
        )}
      </span>
    </>
  );
}

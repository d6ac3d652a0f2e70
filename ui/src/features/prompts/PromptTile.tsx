import type { ReactNode } from 'react';
import type { PromptHead } from '../../api/generated/contract';
import { TroubleRow } from '../../entities/catalog/CatalogRows';
import { StoppedMark } from '../../entities/catalog/Stopped';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import type { CatalogRow } from '../../lib/catalogRows';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import listStyles from '../../kit/list.module.css';
import tileStyles from '../../kit/tile.module.css';
import styles from './promptTile.module.css';

/** A prompt in the gallery: icon, title, description, how many arguments. */
export function PromptTile({ row }: { row: CatalogRow<PromptHead> }): ReactNode {
  if (row.kind !== 'entry') return <TroubleRow row={row} />;
  const { serverId, name, icon, title, description, arguments: args } = row.entry;
  return (
    <>
      <span className={layout.row}>
        <EntryIcon icon={icon} fallback="prompt" size={32} />
        <span className={layout.end}>
          <StoppedMark serverId={serverId} kind="prompt" name={name} />
        </span>
      </span>
      <span className={cx(listStyles.tt, tileStyles.title)}>
        <VisibleText text={title} />
      </span>
      <span className={styles.description}>{description !== null && <VisibleText text={description} />}</span>
      <span className={cx(tileStyles.facts, styles.count, layout.num)}>
        {t('prompts.arguments', { count: args.length })}
      </span>
    </>
  );
}

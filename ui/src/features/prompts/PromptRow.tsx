import type { ReactNode } from 'react';
import type { PromptHead } from '../../api/generated/contract';
import { EntryIcon } from '../../entities/server/ServerIcon';
import { BookmarkMark } from '../../entities/catalog/Bookmark';
import { StoppedMark } from '../../entities/catalog/Stopped';
import { Cut } from '../../kit/Cut';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/list.module.css';

/** A prompt in the list: icon, title, name, how many arguments. */
export function PromptRow({ prompt }: { prompt: PromptHead }): ReactNode {
  return (
    <>
      <EntryIcon icon={prompt.icon} fallback="prompt" />
      <span className={cx(layout.grow, layout.col)}>
        <Cut className={styles.tt} text={prompt.title} />
        <Cut className={styles.ss} text={prompt.name} />
      </span>
      <BookmarkMark entry={{ serverId: prompt.serverId, list: 'prompts', key: prompt.name }} />
      <StoppedMark serverId={prompt.serverId} kind="prompt" name={prompt.name} />
      {prompt.arguments.length > 0 && (
        <span className={cx(styles.marks, layout.fs11)}>
          {t('prompts.arguments', { count: prompt.arguments.length })}
        </span>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { useOperation } from '../../api/queries';
import { Announced } from '../../kit/Announced';
import { Button } from '../../kit/controls';
import { Icon } from '../../kit/Icon';
import { notifyError, notifyProblem } from '../../lib/notify';
import { saySavedMany } from '../../entities/content/saveContents';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './resources.module.css';
import { MARKED_AT_ONCE } from './useMarks';
import type { MarkedResources } from './useMarks';

/** How many resources are marked, and saving all of them into one folder. */
export function MarkedBar({ heads, keep }: Pick<MarkedResources, 'heads' | 'keep'>): ReactNode {
  const save = useOperation('resource.saveMany', {
    onError: notifyError,
    onSuccess: ({ saved }) => {
      if (saved === null) return;
      const { files, failed } = saved;
      keep(failed);
      if (files.length > 0) saySavedMany(saved);
      const [first] = failed;
      if (first !== undefined)
        notifyProblem(
          t('resources.marked.failed', { count: failed.length, reason: messageText(first.message) }),
        );
    },
  });
  if (heads.length === 0) return null;
  return (
    <div className={cx(layout.row, styles.marked)}>
      <Announced as="span" className={cx(layout.fs12, layout.num, layout.grow)}>
        {t('resources.marked.count', { count: heads.length })}
        {heads.length >= MARKED_AT_ONCE && <> {t('resources.marked.limit', { count: MARKED_AT_ONCE })}</>}
      </Announced>
      <Button size="xs" variant="subtle" onClick={() => keep([])}>
        {t('common.clear')}
      </Button>
      <Button
        size="xs"
        loading={save.isPending}
        leftSection={<Icon name="download" size={14} />}
        onClick={() => save.mutate({ resources: heads.map(({ serverId, uri }) => ({ serverId, uri })) })}
      >
        {t('content.save.all')}
      </Button>
    </div>
  );
}

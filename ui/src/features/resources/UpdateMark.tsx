import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useUpdate } from '../../api/resourceUpdates';
import { Icon } from '../../kit/Icon';
import { t } from '../../words/translate';
import styles from './resources.module.css';

/** That changes of a resource are followed, and whether it changed since it was looked at. */
export function UpdateMark({ serverId, uri }: { serverId: ServerId; uri: string }): ReactNode {
  const unseen = useUpdate(serverId, uri)?.unseen === true;
  return (
    <span className={styles['update-mark']} data-unseen={unseen || undefined}>
      <Icon name="live" size={12} />
      {unseen ? t('common.changed') : t('resources.live.live')}
    </span>
  );
}

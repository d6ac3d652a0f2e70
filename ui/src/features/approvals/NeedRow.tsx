import type { ReactNode } from 'react';
import type { ChangedPin } from '../../api/pins';
import { Icon } from '../../kit/Icon';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { WebtoolIcon } from '../../entities/webtool/WebtoolMark';
import { t } from '../../words/translate';
import { Waiting } from './ApprovalRow';
import { needAction, needIcon } from './needs';
import type { Need } from './needs';
import { ItemTitle } from './review/ItemTitle';
import { itemState } from './review/words';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** The icon of the server or webtool. */
export function NeedTile({ need, size }: { need: Need; size: 16 | 32 }): ReactNode {
  return need.source === 'webtool' ? (
    <WebtoolIcon size={size} />
  ) : (
    <ServerIcon icon={need.icon} size={size} />
  );
}

/** What a server or webtool as a whole waits for, in a row: whose and what. */
export function NeedRow({ need }: { need: Need }): ReactNode {
  return (
    <>
      <span className={styles['approval-kind']}>
        <Icon name={needIcon(need)} />
      </span>
      <span className={styles['approval-words']}>
        <span className={styles['approval-who']}>
          <NeedTile need={need} size={16} />
          <span className={cx(layout.bb, layout.cut)}>{need.label}</span>
          {need.foundAt !== null && <Waiting since={need.foundAt} />}
        </span>
        <span className={cx(styles['approval-what'], layout.cut)}>
          {t(`approvals.need.short.${need.what}`)}
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{needAction(need)}</span>
      </span>
    </>
  );
}

/** A changed definition in a row: whose, which, and what about it changed. */
export function ChangeRow({ change: { server, item } }: { change: ChangedPin }): ReactNode {
  return (
    <>
      <span className={styles['approval-kind']}>
        <Icon name="shieldWarning" />
      </span>
      <span className={styles['approval-words']}>
        <span className={styles['approval-who']}>
          <ServerIcon icon={server.icon} size={14} />
          <span className={cx(layout.bb, layout.cut)}>{server.label}</span>
          {server.needsSince !== null && <Waiting since={server.needsSince} />}
        </span>
        <span className={cx(styles['approval-what'], layout.cut, layout.mono, layout.fs12)}>
          <ItemTitle item={item} />
        </span>
        <span className={cx(layout.fs11, layout.t3, layout.cut)}>{itemState(item)}</span>
      </span>
    </>
  );
}

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
      <span className="approval-kind">
        <Icon name={needIcon(need)} />
      </span>
      <span className="approval-words">
        <span className="approval-who">
          <NeedTile need={need} size={16} />
          <span className="bb cut">{need.label}</span>
          {need.foundAt !== null && <Waiting since={need.foundAt} />}
        </span>
        <span className="approval-what cut">{t(`approvals.need.short.${need.what}`)}</span>
        <span className="fs11 t3 cut">{needAction(need)}</span>
      </span>
    </>
  );
}

/** A changed definition in a row: whose, which, and what about it changed. */
export function ChangeRow({ change: { server, item } }: { change: ChangedPin }): ReactNode {
  return (
    <>
      <span className="approval-kind">
        <Icon name="shieldWarning" />
      </span>
      <span className="approval-words">
        <span className="approval-who">
          <ServerIcon icon={server.icon} size={14} />
          <span className="bb cut">{server.label}</span>
          {server.needsSince !== null && <Waiting since={server.needsSince} />}
        </span>
        <span className="approval-what cut mono fs12">
          <ItemTitle item={item} />
        </span>
        <span className="fs11 t3 cut">{itemState(item)}</span>
      </span>
    </>
  );
}

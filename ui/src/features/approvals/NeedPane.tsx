import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { ServerIcon } from '../../entities/server/ServerIcon';
import { VisibleText } from '../../kit/VisibleText';
import { formatClock, formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import { Waiting } from './ApprovalRow';
import { needAction, needHelp, needIcon, needTitle } from './needs';
import type { Need } from './needs';
import { ServerName } from '../../entities/server/ServerName';
import { Hint } from '../../kit/Hint';

/** What is to be decided on another page, in a row: whose and what. */
export function NeedRow({ need }: { need: Need }): ReactNode {
  return (
    <>
      <span className="approval-kind">
        <Icon name={needIcon(need)} />
      </span>
      <span className="approval-words">
        <span className="approval-who">
          <ServerIcon icon={need.icon} size={14} />
          <span className="bb cut">{need.label}</span>
          {need.foundAt !== null && <Waiting since={need.foundAt} />}
        </span>
        <span className="approval-what cut">{t(`approvals.need.short.${need.what}`)}</span>
        <span className="fs11 t3 cut">{needAction(need)}</span>
      </span>
    </>
  );
}

/** The same at length, with the way there. */
export function NeedPane({ need }: { need: Need }): ReactNode {
  const navigate = useNavigate();
  return (
    <article className="approval-detail" aria-label={needTitle(need)}>
      <header className="host">
        <div className="row host-top">
          <ServerIcon icon={need.icon} size={32} />
          <div className="grow">
            <h2>
              {t.rich(`approvals.need.heading.${need.what}`, {
                server: () => <ServerName label={need.label} />,
              })}
            </h2>
            <p className="host-origin fs12 t2 mono wrap">
              <VisibleText text={need.origin} />
            </p>
          </div>
          {need.foundAt !== null && (
            <Hint
              className="waiting-mark num"
              label={t('approvals.request.since', { time: formatClock(need.foundAt) })}
            >
              <Icon name="clock" size={14} />
              {t('approvals.request.since', { time: formatMoment(need.foundAt) })}
            </Hint>
          )}
        </div>
      </header>
      <div className="approval-fields scrolls">
        <Note tone="lamp" icon={needIcon(need)}>
          <VisibleText text={needHelp(need)} />
        </Note>
        <p>
          <Button
            variant="filled"
            onClick={() => void navigate({ to: '/servers', search: { server: need.owner } })}
          >
            {needAction(need)}
          </Button>
        </p>
      </div>
    </article>
  );
}

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { ServerIcon } from '../../components/ServerIcon';
import { VisibleText } from '../../components/VisibleText';
import { formatClock, formatMoment } from '../../lib/format';
import { Waiting } from './ApprovalRow';
import type { Need } from './needs';
import { capital } from './words';
import { ServerName } from '../../components/ServerName';

/** What is to be decided on another page, in a row: whose and what. */
export function NeedRow({ need }: { need: Need }): ReactNode {
  return (
    <>
      <span className="approval-kind">
        <Icon name={need.kind} />
      </span>
      <span className="approval-words">
        <span className="approval-who">
          <ServerIcon icon={need.icon} size={14} />
          <span className="bb cut">{need.label}</span>
          {need.foundAt !== null && <Waiting since={need.foundAt} />}
        </span>
        <span className="approval-what cut">{capital(need.sentence)}</span>
        <span className="fs11 t3 cut">decided on its page</span>
      </span>
    </>
  );
}

/** The same at length, with the way there. */
export function NeedPane({ need }: { need: Need }): ReactNode {
  const navigate = useNavigate();
  return (
    <article className="approval-detail" aria-label={`${need.label} ${need.sentence}`}>
      <header className="host">
        <div className="row host-top">
          <ServerIcon icon={need.icon} size={32} />
          <div className="grow">
            <h2>
              <ServerName label={need.label} /> {need.sentence}
            </h2>
            <p className="host-origin fs12 t2 mono wrap">
              <VisibleText text={need.origin} />
            </p>
          </div>
          {need.foundAt !== null && (
            <span className="waiting-mark num" title={`Waits since ${formatClock(need.foundAt)}`}>
              <Icon name="clock" size={14} />
              {`Since ${formatMoment(need.foundAt)}`}
            </span>
          )}
        </div>
      </header>
      <div className="approval-fields scrolls">
        <Note tone="lamp" icon={need.kind}>
          <VisibleText text={need.more} />
        </Note>
        <p>
          <Button
            variant="filled"
            onClick={() => void navigate({ to: '/servers', search: { server: need.owner } })}
          >
            {need.action}
          </Button>
        </p>
      </div>
    </article>
  );
}

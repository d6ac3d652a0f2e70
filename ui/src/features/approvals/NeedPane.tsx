import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { LaunchChange } from '../../entities/review/LaunchChange';
import { VisibleText } from '../../kit/VisibleText';
import { formatClock, formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { needAction, needIcon, needTitle } from './needs';
import type { Need } from './needs';
import { ServerName } from '../../entities/server/ServerName';
import { NeedTile } from './NeedRow';
import { WebtoolNeed } from './WebtoolNeed';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './approvals.module.css';

interface NeedPaneProps {
  need: Need;
  /** Hears what was decided, as a sentence. */
  onDone: (decision: string) => void;
}

/** What a server or webtool as a whole waits for, and the decision about it. */
export function NeedPane({ need, onDone }: NeedPaneProps): ReactNode {
  const webtool = useWebtools().data?.find(({ id }) => id === need.owner);
  return (
    <article className={styles['approval-detail']} aria-label={needTitle(need)}>
      <header className={styles.host}>
        <div className={cx(layout.row, styles['host-top'])}>
          <NeedTile need={need} size={32} />
          <div className={layout.grow}>
            <h2>
              {t.rich(`approvals.need.heading.${need.what}`, {
                server: () => <ServerName label={need.label} />,
              })}
            </h2>
            <p className={cx(styles['host-origin'], layout.fs12, layout.t2, layout.mono, layout.wrap)}>
              <VisibleText text={need.origin} />
            </p>
          </div>
          {need.foundAt !== null && (
            <Hint
              className={cx(marksStyles['waiting-mark'], layout.num)}
              label={t('approvals.request.since', { time: formatClock(need.foundAt) })}
            >
              <Icon name="clock" size={14} />
              {t('approvals.request.since', { time: formatMoment(need.foundAt) })}
            </Hint>
          )}
        </div>
      </header>
      {webtool === undefined ? (
        <div className={cx(styles['approval-fields'], layout.scrolls)}>
          <What need={need} />
          {need.what === 'signIn' ? <SignIn need={need} /> : <Launch need={need} onDone={onDone} />}
        </div>
      ) : (
        <WebtoolNeed webtool={webtool} note={<What need={need} />} onDone={onDone} />
      )}
    </article>
  );
}

function What({ need }: { need: Need }): ReactNode {
  return (
    <Note tone="lamp" icon={needIcon(need)}>
      {need.reason === null ? t('approvals.need.webtoolHelp') : <VisibleText text={need.reason} />}
    </Note>
  );
}

function SignIn({ need }: { need: Need }): ReactNode {
  const navigate = useNavigate();
  return (
    <p>
      <Button
        variant="filled"
        onClick={() => void navigate({ to: '/servers', search: { server: need.owner, view: 'signIn' } })}
      >
        {needAction(need)}
      </Button>
    </p>
  );
}

/** How a server is started now, beside what the person approved. */
function Launch({ need: { owner, label }, onDone }: NeedPaneProps): ReactNode {
  const server = useServers().data?.find(({ id }) => id === owner);
  const disable = useOperation('server.setEnabled', {
    onSuccess: () => onDone(t('review.done.disabled', { server: label })),
    onError: notifyError,
  });
  if (server === undefined) return null;
  return (
    <LaunchChange
      server={server}
      onApproved={() => onDone(t('review.done.launch', { server: label }))}
      others={
        <Button
          size="xs"
          variant="subtle"
          loading={disable.isPending}
          onClick={() => disable.mutate({ serverId: server.id, enabled: false })}
        >
          {t('common.disableOf', { server: label })}
        </Button>
      }
    />
  );
}

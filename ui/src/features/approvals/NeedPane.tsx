import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation, useServers } from '../../api/queries';
import { useWebtools } from '../../api/webtools';
import { Note } from '../../kit/Note';
import { LaunchChange } from '../../entities/review/LaunchChange';
import { VisibleText } from '../../kit/VisibleText';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import { needAction, needIcon, needTitle } from './needs';
import type { Need } from './needs';
import { ServerName } from '../../entities/server/ServerName';
import { NeedTile } from './entries';
import { WebtoolNeed } from './WebtoolNeed';
import { cx } from '../../lib/cx';
import { HostHeader } from './HostHeader';
import layout from '../../styles/layout.module.css';
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
      <HostHeader
        tile={<NeedTile need={need} size={32} />}
        title={t.rich(`approvals.need.heading.${need.what}`, {
          server: () => <ServerName label={need.label} />,
        })}
        origin={<VisibleText text={need.origin} />}
        since={need.foundAt}
      />
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

import { Button } from '../../kit/controls';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Failure, ServerSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { Note } from '../../kit/Note';
import { Quote } from '../../entities/message/Quote';
import { OpenLink } from '../../entities/content/OpenLink';
import { VisibleText } from '../../kit/VisibleText';
import { formatUptime } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { FirstEnable } from './FirstEnable';
import { LaunchReview } from './LaunchReview';
import { CancelSignIn, SignInButton } from './SignIn';
import { originOf, SignInAddress } from './SignInAddress';
import { messageText } from '../../words/message';
import { useNow } from '../../lib/now';
import { t } from '../../words/translate';
import { visibleString } from '../../lib/visible';
import { MessageText } from '../../entities/message/MessageText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

/** Why a server is not simply running, and what can be done about it here. */
export function StateNotice({ server }: { server: ServerSnapshot }): ReactNode {
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  const restart = useOperation('server.restart', { onError: notifyError });
  const navigate = useNavigate();
  const { state, id: serverId } = server;
  const configure = () =>
    void navigate({ to: '/servers', search: { server: serverId, tab: 'configuration' } });
  const again = (label: string) => (
    <Button
      size="xs"
      variant="filled"
      loading={restart.isPending}
      onClick={() => restart.mutate({ serverId })}
    >
      {label}
    </Button>
  );
  const turn = (label: string, enabled: boolean) => (
    <Button size="xs" loading={setEnabled.isPending} onClick={() => setEnabled.mutate({ serverId, enabled })}>
      {label}
    </Button>
  );
  const edit = server.origin.kind !== 'builtIn' && (
    <Button size="xs" variant="subtle" onClick={configure}>
      {t('servers.state.edit')}
    </Button>
  );
  switch (state.kind) {
    case 'running':
      return null;
    case 'disabled':
      return <Disabled server={server} />;
    case 'queued':
      return (
        <Note
          tone="acc"
          icon="clock"
          actions={turn(t('common.cancel'), false)}
          role="status"
          said={`${visibleString(server.label)}: ${t('shared.state.queued')}`}
        >
          <Waiting text="servers.state.queued" sinceAt={state.sinceAt} />
        </Note>
      );
    case 'starting':
      if (state.signInUrl !== null) {
        return (
          <Note
            tone="lamp"
            icon="lock"
            actions={
              <>
                <OpenLink serverId={serverId} address={state.signInUrl} place={{ kind: 'signIn' }} />
                {turn(t('common.cancel'), false)}
              </>
            }
            role="status"
          >
            <SignInAddress text="servers.state.needsSignIn" issuer={originOf(state.signInUrl)} />
          </Note>
        );
      }
      return (
        <Note
          tone="acc"
          icon="clock"
          actions={turn(t('common.cancel'), false)}
          role="status"
          said={`${visibleString(server.label)}: ${t('shared.state.starting')}`}
        >
          <Waiting text="servers.state.starting" sinceAt={state.sinceAt} />
        </Note>
      );
    case 'needsReview':
      return <LaunchReview server={server} />;
    case 'needsSignIn':
      return (
        <Note
          tone="lamp"
          icon="lock"
          actions={
            <>
              <SignInButton server={server} variant="filled" />
              {edit}
            </>
          }
          role="status"
        >
          <span className={layout.b}>{t('servers.state.needsSignIn')}</span>{' '}
          <MessageText message={state.reason} />
        </Note>
      );
    case 'signingIn':
      return (
        <Note tone="acc" icon="clock" actions={<CancelSignIn serverId={serverId} />} role="status">
          <SignInAddress text="servers.state.signingIn" issuer={state.issuer} />
        </Note>
      );
    case 'retrying':
      return (
        <FailureNotice
          server={server}
          failure={state.failure}
          tone="lamp"
          actions={
            <>
              {again(t('servers.state.reconnect'))}
              {edit}
            </>
          }
        >
          <Reconnecting at={state.nextAt} attempt={state.attempt} max={state.maxAttempts} />
        </FailureNotice>
      );
    case 'failed':
      return (
        <FailureNotice
          server={server}
          failure={state.failure}
          tone="bad"
          actions={
            <>
              {again(t('common.retry'))}
              {edit}
            </>
          }
        />
      );
  }
}

/** A server that is disabled; one that was never enabled here shows what it runs first. */
function Disabled({ server }: { server: ServerSnapshot }): ReactNode {
  const launch = useAnswer('pin.getLaunch', { serverId: server.id });
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  if (launch.data !== undefined && launch.data.old === null)
    return <FirstEnable waiting={{ server, launch: launch.data }} />;
  return (
    <Note
      icon="power"
      actions={
        <Button
          size="xs"
          variant="filled"
          loading={setEnabled.isPending}
          onClick={() => setEnabled.mutate({ serverId: server.id, enabled: true })}
        >
          {t('common.enable')}
        </Button>
      }
    >
      {t('servers.state.disabled')}
    </Note>
  );
}

interface FailureNoticeProps {
  server: ServerSnapshot;
  failure: Failure;
  tone: 'bad' | 'lamp';
  actions: ReactNode;
  children?: ReactNode;
}

function FailureNotice({ server, failure, tone, actions, children }: FailureNoticeProps): ReactNode {
  const pass = useOperation('server.passVariables', { onError: notifyError });
  return (
    <div className={styles.failure}>
      <Note
        tone={tone}
        role={tone === 'bad' ? 'alert' : 'status'}
        said={`${messageText(failure.summary)} ${messageText(failure.nextStep)}`}
      >
        <p className={layout.b}>
          <MessageText message={failure.summary} />
        </p>
        <p>
          <MessageText message={failure.nextStep} /> {children}
        </p>
        {failure.detail !== null && (
          <p className={cx(layout.mono, layout.t2, styles['failure-detail'])}>
            <MessageText message={failure.detail} />
          </p>
        )}
        <div className={cx(layout.row, styles['failure-actions'])}>
          {actions}
          {/* Of one that is tried again the names may change under the pointer. */}
          {(tone === 'bad' ? failure.withheld : []).map((name) => (
            <Button
              key={name}
              size="xs"
              loading={pass.isPending}
              onClick={() => pass.mutate({ serverId: server.id, names: [name] })}
            >
              {t('servers.state.pass', { name: visibleString(name) })}
            </Button>
          ))}
        </div>
      </Note>
      {failure.stderr.length > 0 && (
        <Quote server={server} verb={t('servers.page.wroteStderrLast')} block>
          {/* A region that scrolls has to be reachable by keyboard. */}
          <pre className={cx(styles.stderr, layout.scrolls)} tabIndex={0}>
            <VisibleText text={failure.stderr.join('\n')} />
          </pre>
        </Quote>
      )}
    </div>
  );
}

interface WaitingProps {
  text: 'servers.state.queued' | 'servers.state.starting';
  sinceAt: number;
}

function Waiting({ text, sinceAt }: WaitingProps): ReactNode {
  const duration = formatUptime(Math.max(0, useNow() - sinceAt));
  return <span className={cx(layout.b, layout.num)}>{t(text, { duration })}</span>;
}

interface ReconnectingProps {
  at: number;
  attempt: number;
  max: number;
}

function Reconnecting({ at, attempt, max }: ReconnectingProps): ReactNode {
  const seconds = Math.ceil((at - useNow()) / 1_000);
  return (
    <span className={layout.num}>
      {seconds > 0
        ? t('servers.state.reconnecting', { delay: formatUptime(seconds * 1_000), attempt, max })
        : t('servers.state.reconnectingNow', { attempt, max })}
    </span>
  );
}

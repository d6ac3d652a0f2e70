import { Button } from '../../kit/controls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerDetail, ServerId, ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { Note } from '../../kit/Note';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { toolAfterSignIn } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { SignInDialog } from './SignInDialog';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import styles from './servers.module.css';

/** Opens the look at where one would sign in. Nothing leaves Usher for the browser before that. */
export function SignInButton({
  server,
  variant,
  label = t('servers.signIn.open'),
}: {
  server: ServerSnapshot;
  variant?: 'filled' | 'subtle';
  label?: string;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" {...(variant === undefined ? {} : { variant })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <SignInDialog server={server} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Continues with the sign-in chosen while saving or at a call, as soon as the server requires it. */
export function AskedSignIn({
  server,
  detail,
}: {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}): ReactNode {
  const { view } = useSearch({ from: '/servers' });
  const navigate = useNavigate();
  const { kind } = server.state;
  const isAsked = view === 'signIn';
  const isRequired = kind === 'needsSignIn' || (kind === 'running' && detail?.wantsAccess?.kind === 'signIn');
  const isPending = kind === 'queued' || kind === 'starting' || detail === undefined;
  const isOver = isAsked && !isRequired && !isPending;
  const leave = useCallback(
    () => void navigate({ to: '/servers', search: { server: server.id }, replace: true }),
    [navigate, server.id],
  );
  useEffect(() => {
    if (isOver) leave();
  }, [isOver, leave]);
  useWayBack(server, detail);
  return isAsked && isRequired && <SignInDialog server={server} onClose={leave} />;
}

/** Goes back to the tool whose call wanted the sign-in, as long as the person waits here for it. */
function useWayBack(server: ServerSnapshot, detail: ServerDetail | undefined): void {
  const wanted = useStore(toolAfterSignIn);
  const navigate = useNavigate();
  const isSignedIn =
    server.state.kind === 'running' && detail?.wantsAccess === null && detail.signedIn !== null;
  useEffect(() => {
    if (wanted?.serverId !== server.id || !isSignedIn) return;
    toolAfterSignIn.set(null);
    void navigate({ to: '/tools', search: { server: server.id, item: wanted.tool } });
  }, [wanted, server.id, isSignedIn, navigate]);
  useEffect(() => () => toolAfterSignIn.set(null), []);
}

/** Stops waiting for the browser. */
export function CancelSignIn({ serverId }: { serverId: ServerId }): ReactNode {
  const cancel = useOperation('signIn.cancel', { onError: notifyError });
  return (
    <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate({ serverId })}>
      {t('common.cancel')}
    </Button>
  );
}

/** The sign-in or scope that a running server requires for a request. */
export function WantedAccess({
  server,
  detail,
}: {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}): ReactNode {
  const wanted = detail?.wantsAccess ?? null;
  if (wanted === null || server.state.kind !== 'running') return null;
  if (wanted.kind === 'signIn') {
    return (
      <Note tone="lamp" icon="lock" role="status" actions={<SignInButton server={server} />}>
        <span className={layout.b}>{t('servers.signIn.wantsSignIn')}</span>
      </Note>
    );
  }
  return (
    <Note
      tone="lamp"
      icon="lock"
      role="status"
      actions={<SignInButton server={server} label={t('servers.signIn.grant')} />}
    >
      <span className={layout.b}>{t('servers.signIn.wantsScope')}</span>{' '}
      <code>
        <VisibleText text={wanted.scope} />
      </code>
    </Note>
  );
}

/** Who the person has signed in with, and the way out. */
export function Access({ server, detail }: { server: ServerSnapshot; detail: ServerDetail }): ReactNode {
  const forget = useOperation('signIn.forget', { onError: notifyError });
  const { signedIn } = detail;
  if (signedIn === null) return null;
  return (
    <section aria-label={t('servers.signIn.access')}>
      <h3 className={layout.label}>{t('servers.signIn.access')}</h3>
      <dl className={cx(styles.kv, marksStyles.kv)}>
        <dt>{t('servers.signIn.server')}</dt>
        <dd className={cx(layout.mono, layout.wrap)}>
          <VisibleText text={signedIn.issuer} />
        </dd>
        <dt>{t('servers.signIn.scopes')}</dt>
        <dd className={layout.wrap}>
          {signedIn.scopes.length === 0 ? (
            <span className={layout.t3}>{t('servers.signIn.defaultScopes')}</span>
          ) : (
            <VisibleText text={signedIn.scopes.join(', ')} />
          )}
        </dd>
        <dt>{t('servers.signIn.since')}</dt>
        <dd className={layout.num}>{formatMoment(signedIn.signedInAt)}</dd>
      </dl>
      <Button
        size="xs"
        variant="subtle"
        loading={forget.isPending}
        onClick={() => forget.mutate({ serverId: server.id })}
      >
        {t('servers.signIn.signOut')}
      </Button>
    </section>
  );
}

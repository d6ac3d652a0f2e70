import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerDetail, ServerId, ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { Note } from '../../components/Note';
import { VisibleText } from '../../components/VisibleText';
import { formatMoment } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { SignInDialog } from './SignInDialog';

/** Opens the look at where one would sign in. Nothing leaves Usher for the browser before that. */
export function SignInButton({
  server,
  variant,
  label = 'Sign in…',
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

/** Goes on to the sign-in that was asked for while saving, as soon as the server wants it. */
export function AskedSignIn({ server }: { server: ServerSnapshot }): ReactNode {
  const { view } = useSearch({ from: '/servers' });
  const navigate = useNavigate();
  const { kind } = server.state;
  const isAsked = view === 'signIn';
  const isOver = isAsked && kind !== 'queued' && kind !== 'starting' && kind !== 'needsSignIn';
  const leave = useCallback(
    () => void navigate({ to: '/servers', search: { server: server.id }, replace: true }),
    [navigate, server.id],
  );
  useEffect(() => {
    if (isOver) leave();
  }, [isOver, leave]);
  return isAsked && kind === 'needsSignIn' && <SignInDialog server={server} onClose={leave} />;
}

/** Stops waiting for the browser. */
export function CancelSignIn({ serverId }: { serverId: ServerId }): ReactNode {
  const cancel = useOperation('signIn.cancel', { onError: notifyError });
  return (
    <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate({ serverId })}>
      Cancel
    </Button>
  );
}

/** Rights a running server wants for something it was asked to do. */
export function WantedScope({
  server,
  detail,
}: {
  server: ServerSnapshot;
  detail: ServerDetail | undefined;
}): ReactNode {
  const scope = detail?.wantsScope ?? null;
  if (scope === null || server.state.kind !== 'running') return null;
  return (
    <Note
      tone="lamp"
      icon="lock"
      role="status"
      actions={<SignInButton server={server} label="Sign in for more…" />}
    >
      <span className="b">A request was refused for want of rights.</span> It wants{' '}
      <code>
        <VisibleText text={scope} />
      </code>{' '}
      beside what you gave it.
    </Note>
  );
}

/** Who the person has signed in with, and the way out. */
export function Access({ server, detail }: { server: ServerSnapshot; detail: ServerDetail }): ReactNode {
  const forget = useOperation('signIn.forget', { onError: notifyError });
  const { signedIn } = detail;
  if (signedIn === null) return null;
  return (
    <section aria-label="Sign-in">
      <h3 className="label">Sign-in</h3>
      <dl className="kv">
        <dt>At</dt>
        <dd className="mono wrap">
          <VisibleText text={signedIn.issuer} />
        </dd>
        <dt>May</dt>
        <dd className="wrap">
          {signedIn.scopes.length === 0 ? (
            <span className="t3">what the authorization server decided</span>
          ) : (
            <VisibleText text={signedIn.scopes.join(', ')} />
          )}
        </dd>
        <dt>Since</dt>
        <dd className="num">{formatMoment(signedIn.signedInAt)}</dd>
      </dl>
      <Button
        size="xs"
        variant="subtle"
        loading={forget.isPending}
        onClick={() => forget.mutate({ serverId: server.id })}
      >
        Sign out
      </Button>
    </section>
  );
}

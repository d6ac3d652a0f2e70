import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Failure, ServerSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { Note } from '../../components/Note';
import { Quote } from '../../components/Quote';
import { VisibleText } from '../../components/VisibleText';
import { count } from '../../lib/format';
import { notifyError } from '../../lib/notify';
import { sheet } from '../../lib/panels';
import { LaunchReview } from './LaunchReview';
import { CancelSignIn, SignInButton } from './SignIn';

/** Why a server is not simply running, and what can be done about it here. */
export function StateNotice({ server }: { server: ServerSnapshot }): ReactNode {
  const setEnabled = useOperation('server.setEnabled', { onError: notifyError });
  const restart = useOperation('server.restart', { onError: notifyError });
  const { state, id: serverId } = server;
  const again = (label: string) => (
    <Button size="xs" loading={restart.isPending} onClick={() => restart.mutate({ serverId })}>
      {label}
    </Button>
  );
  const turn = (label: string, enabled: boolean) => (
    <Button size="xs" loading={setEnabled.isPending} onClick={() => setEnabled.mutate({ serverId, enabled })}>
      {label}
    </Button>
  );
  const edit = server.origin.kind !== 'builtIn' && (
    <Button size="xs" variant="subtle" onClick={() => sheet.set({ kind: 'edit', serverId })}>
      Edit its definition
    </Button>
  );
  switch (state.kind) {
    case 'running':
      return null;
    case 'disabled':
      return (
        <Note icon="power" actions={turn('Turn on', true)}>
          <span className="b">It is off.</span> Nothing of it runs, and none of its tools can be called.
        </Note>
      );
    case 'queued':
      return (
        <Note tone="acc" icon="clock" actions={turn('Cancel', false)} role="status">
          <span className="b">Waiting to start</span>, <Since at={state.sinceAt} /> so far. Only a few servers
          start at the same time; it begins as soon as one of them is done.
        </Note>
      );
    case 'starting':
      return (
        <Note tone="acc" icon="clock" actions={turn('Cancel', false)} role="status">
          <span className="b">Starting</span>, <Since at={state.sinceAt} /> so far.
        </Note>
      );
    case 'needsReview':
      return (
        <>
          <Note tone="lamp" icon="lock" actions={edit} role="status">
            <span className="b">It is not started.</span> <VisibleText text={state.reason} />
          </Note>
          <LaunchReview server={server} />
        </>
      );
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
          <span className="b">It asks for a sign-in.</span> <VisibleText text={state.reason} />
        </Note>
      );
    case 'signingIn':
      return (
        <Note tone="acc" icon="clock" actions={<CancelSignIn serverId={serverId} />} role="status">
          <span className="b">Waiting for the browser…</span> Sign in at <VisibleText text={state.issuer} />{' '}
          there, then come back here.
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
              {again('Try now')}
              {edit}
            </>
          }
        >
          Try {state.attempt} of {state.maxAttempts} comes <Until at={state.nextAt} />.
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
              {again('Try again')}
              {edit}
            </>
          }
        />
      );
  }
}

interface FailureNoticeProps {
  server: ServerSnapshot;
  failure: Failure;
  tone: 'bad' | 'lamp';
  actions: ReactNode;
  children?: ReactNode;
}

function FailureNotice({ server, failure, tone, actions, children }: FailureNoticeProps): ReactNode {
  return (
    <div className="failure">
      <Note tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
        <p className="b">
          <VisibleText text={failure.summary} />
        </p>
        <p>
          {failure.nextStep} {children}
        </p>
        {failure.detail !== null && (
          <p className="mono t2 failure-detail">
            <VisibleText text={failure.detail} />
          </p>
        )}
        <div className="row failure-actions">{actions}</div>
      </Note>
      {failure.stderr.length > 0 && (
        <Quote server={server} verb="wrote to stderr before it stopped" block>
          {/* A region that scrolls has to be reachable by keyboard. */}
          <pre className="stderr scrolls" tabIndex={0}>
            <VisibleText text={failure.stderr.join('\n')} />
          </pre>
        </Quote>
      )}
    </div>
  );
}

/** The present second, while somebody looks. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Since({ at }: { at: number }): ReactNode {
  return <span className="num">{count(Math.max(0, Math.round((useNow() - at) / 1_000)), 'second')}</span>;
}

function Until({ at }: { at: number }): ReactNode {
  const seconds = Math.ceil((at - useNow()) / 1_000);
  return <span className="num">{seconds > 0 ? `in ${count(seconds, 'second')}` : 'now'}</span>;
}

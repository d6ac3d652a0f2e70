import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerSnapshot, SignInPlan } from '../../api/generated/contract';
import { call } from '../../api/client';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Note } from '../../components/Note';
import { Skeleton } from '../../components/Skeleton';
import { VisibleText } from '../../components/VisibleText';
import { WholeAddress } from '../../components/WholeAddress';
import { originText } from '../../lib/format';
import './signin.css';

interface SignInDialogProps {
  server: ServerSnapshot;
  onClose: () => void;
}

/** Where one would sign in, and for what, before anything is opened. */
export function SignInDialog({ server, onClose }: SignInDialogProps): ReactNode {
  const {
    data: plan,
    error,
    isFetching,
    refetch,
  } = useQuery<SignInPlan>({
    queryKey: ['signInPlan', server.id],
    queryFn: () => call('signIn.prepare', { serverId: server.id }),
    // Each look is a new one: what the server says of its sign-in may have changed.
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="lg"
      title={`Sign in to ${server.label}`}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {isFetching && (
        <>
          <p className="t2" role="status">
            Asking the server where to sign in…
          </p>
          <Skeleton rows={3} />
        </>
      )}
      {error !== null && !isFetching && (
        <>
          <ErrorNotice error={error} onRetry={() => void refetch()} />
          <div className="row dialog-actions">
            <Button size="md" variant="subtle" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      )}
      {plan !== undefined && <Plan server={server} plan={plan} onClose={onClose} />}
    </Modal>
  );
}

interface PlanProps {
  server: ServerSnapshot;
  plan: SignInPlan;
  onClose: () => void;
}

function Plan({ server, plan, onClose }: PlanProps): ReactNode {
  const [clientId, setClientId] = useState('');
  const [secret, setSecret] = useState('');
  const open = useOperation('signIn.open', { onSuccess: onClose });
  const { page } = plan;
  const missing = plan.needsClient && clientId.trim() === '';
  const client =
    clientId.trim() === '' ? null : { id: clientId.trim(), secret: secret === '' ? null : secret };
  return (
    <form
      className="signin-plan"
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing && page.refused === null) open.mutate({ serverId: server.id, client });
      }}
    >
      <p className="t2">
        This page opens in your own browser, never inside Usher. What you type there stays between you and
        that host.
      </p>
      <WholeAddress address={page} />
      <dl className="kv signin-facts">
        <dt>Access to</dt>
        <dd className="mono wrap">
          <VisibleText text={originText(server.origin)} />
        </dd>
        <dt>Given by</dt>
        <dd className="mono wrap">
          <VisibleText text={plan.issuer} />
        </dd>
        <dt>Asks for</dt>
        <dd className="wrap">
          {plan.scopes.length === 0 ? (
            'nothing in particular; the authorization server decides'
          ) : (
            <VisibleText text={plan.scopes.join(', ')} />
          )}
        </dd>
      </dl>
      {plan.tokenHost !== null && (
        <Note tone="lamp">
          The access itself is fetched from another host, <VisibleText text={plan.tokenHost} />. Go on only if
          that belongs to who you sign in with.
        </Note>
      )}
      {page.refused !== null && (
        <Note tone="bad" role="status">
          {page.refused}
        </Note>
      )}
      {plan.needsClient && (
        <div className="col signin-client">
          <p className="t2">It takes only apps it knows. Register Usher there, then give what you got.</p>
          <TextInput
            label="Client ID"
            required
            autoComplete="off"
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
          />
          <PasswordInput
            label="Client secret"
            description="Only if you got one. It goes into the system keyring."
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        </div>
      )}
      {open.isError && <ErrorNotice error={open.error} />}
      <div className="row dialog-actions">
        <Button size="md" variant="subtle" onClick={onClose} data-autofocus>
          Not now
        </Button>
        <Button
          size="md"
          variant="filled"
          type="submit"
          loading={open.isPending}
          disabled={missing || page.refused !== null}
        >
          Sign in in the browser
        </Button>
      </div>
    </form>
  );
}

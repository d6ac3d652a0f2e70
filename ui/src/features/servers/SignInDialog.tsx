import { Button, Modal, PasswordField, TextInput } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerSnapshot, SignInPlan } from '../../api/generated/contract';
import { UNKEPT, useAnswer, useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { MessageText } from '../../entities/message/MessageText';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { WholeAddress } from '../../kit/WholeAddress';
import { originText } from '../../lib/format';
import { t } from '../../words/translate';
import { Announced } from '../../kit/Announced';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import marksStyles from '../../kit/marks.module.css';
import serversStyles from './servers.module.css';
import styles from './signin.module.css';

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
  } = useAnswer('signIn.prepare', { serverId: server.id }, UNKEPT);
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="lg"
      title={t('servers.signIn.title', { server: server.label })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {isFetching && (
        <>
          <Announced as="p" className={layout.t2}>
            {t('servers.signIn.preparing')}
          </Announced>
          <Skeleton rows={3} />
        </>
      )}
      {error !== null && !isFetching && (
        <>
          <ErrorNotice error={error} onRetry={() => void refetch()} />
          <div className={cx(layout.row, layout['dialog-actions'])}>
            <Button size="md" variant="subtle" onClick={onClose}>
              {t('common.close')}
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
  const { page, tokenHost } = plan;
  const missing = plan.needsClient && clientId.trim() === '';
  const client =
    clientId.trim() === '' ? null : { id: clientId.trim(), secret: secret === '' ? null : secret };
  return (
    <form
      className={styles['signin-plan']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing && page.refused === null) open.mutate({ serverId: server.id, client });
      }}
    >
      <p className={layout.t2}>{t('servers.signIn.help')}</p>
      <WholeAddress address={page} />
      <dl className={cx(serversStyles.kv, marksStyles.kv, styles['signin-facts'])}>
        <dt>{t('common.server')}</dt>
        <dd className={cx(layout.mono, layout.wrap)}>
          <VisibleText text={originText(server.origin)} />
        </dd>
        <dt>{t('servers.signIn.server')}</dt>
        <dd className={cx(layout.mono, layout.wrap)}>
          <VisibleText text={plan.issuer} />
        </dd>
        <dt>{t('servers.signIn.scopes')}</dt>
        <dd className={layout.wrap}>
          {plan.scopes.length === 0 ? (
            t('servers.signIn.defaultScopes')
          ) : (
            <VisibleText text={plan.scopes.join(', ')} />
          )}
        </dd>
      </dl>
      {tokenHost !== null && (
        <Note tone="lamp">
          {t.rich('servers.signIn.tokenHost', { host: () => <VisibleText text={tokenHost} /> })}
        </Note>
      )}
      {page.refused !== null && (
        <Note tone="bad" role="status">
          <MessageText message={page.refused} />
        </Note>
      )}
      {plan.needsClient && (
        <div className={cx(layout.col, styles['signin-client'])}>
          <p className={layout.t2}>{t('servers.signIn.needsClient')}</p>
          <TextInput
            label={t('servers.signIn.clientId')}
            required
            autoComplete="off"
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
          />
          <PasswordField
            label={t('servers.signIn.clientSecret')}
            description={t('servers.signIn.clientSecretHelp')}
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        </div>
      )}
      {open.isError && <ErrorNotice error={open.error} />}
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button size="md" variant="subtle" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button
          size="md"
          variant="filled"
          type="submit"
          loading={open.isPending}
          disabled={missing || page.refused !== null}
        >
          {t('servers.signIn.inBrowser')}
        </Button>
      </div>
    </form>
  );
}

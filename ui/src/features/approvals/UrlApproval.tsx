import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ThemedIcon } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { AddressPane, OpenHelp } from '../../entities/approval/AddressPane';
import { AnswerButton } from '../../kit/AnswerButton';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Quote } from '../../entities/message/Quote';
import { ServerName } from '../../entities/server/ServerName';
import { t } from '../../words/translate';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { anotherHost } from './words';
import { cx } from '../../lib/cx';
import { AnswerPane, Decline, Give } from './AnswerPane';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

interface UrlApprovalProps {
  approval: ApprovalOf<'elicitUrl'>;
  icon: ThemedIcon | null;
}

/** A page the server wants opened. It opens in the person's own browser, never here, and only from this button. */
export function UrlApproval({ approval, icon }: UrlApprovalProps): ReactNode {
  const { message, address, visitedAt, callFailed } = approval.request;
  const { send, error } = useAnswering(approval);
  const visit = useOperation('approval.openUrl');
  const navigate = useNavigate();
  const open = (): void => {
    if (!visit.isPending) visit.mutate({ approvalId: approval.id });
  };
  const [copied, setCopied] = useState(false);
  const confirm = useOperation('approval.confirmUrl');
  const visited = visitedAt !== null;
  const again = callFailed ? approval.cause : null;
  const runAgain = (): void => {
    if (again === null) return;
    send({ kind: 'visited' });
    void navigate({
      to: '/tools',
      search: { server: approval.serverId, item: again.tool },
      state: { rerun: JSON.stringify(again.arguments) },
    });
  };
  return (
    <AnswerPane
      refusing={
        <>
          {!visited && <Decline onClick={() => send({ kind: 'decline' })} />}
          <AnswerButton variant="subtle" onClick={() => send({ kind: 'cancel' })}>
            {t(visited ? 'approvals.url.stopWaiting' : 'common.cancel')}
          </AnswerButton>
        </>
      }
      giving={
        <>
          {visited && <AnswerButton onClick={open}>{t('approvals.url.openAgain')}</AnswerButton>}
          {visited && (
            <AnswerButton
              {...(again === null ? { variant: 'filled', shortcut: 'mod+Enter' } : {})}
              onClick={() => send({ kind: 'visited' })}
            >
              {t('common.done')}
            </AnswerButton>
          )}
          {visited && again !== null && <Give onClick={runAgain}>{t('common.runAgain')}</Give>}
          {!visited && copied && address.refused === null && (
            <AnswerButton onClick={() => confirm.mutate({ approvalId: approval.id })}>
              {t('approvals.url.openedIt')}
            </AnswerButton>
          )}
          {!visited && (
            <Give usable={address.refused === null} onClick={open}>
              {t('approvals.url.open')}
            </Give>
          )}
        </>
      }
      help={visited ? <VisitedHelp approval={approval} /> : <OpenHelp address={address} />}
    >
      <Quote server={{ label: approval.serverLabel, icon }} block text={message} />
      <AddressPane address={address} otherHost={anotherHost(approval)} onCopy={() => setCopied(true)} />
      {visit.isError && <ErrorNotice error={visit.error} />}
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      {error !== null && <ErrorNotice error={error} />}
      <Steps at={visited ? 2 : 1} callFailed={callFailed} />
    </AnswerPane>
  );
}

function VisitedHelp({ approval }: { approval: ApprovalOf<'elicitUrl'> }): ReactNode {
  if (!approval.request.callFailed) {
    return t.rich('approvals.url.help.done', { server: () => <ServerName label={approval.serverLabel} /> });
  }
  return t(approval.cause === null ? 'approvals.url.help.close' : 'approvals.url.help.runAgain');
}

function Steps({ at, callFailed }: { at: 1 | 2; callFailed: boolean }): ReactNode {
  const steps = ['open', 'finish', callFailed ? 'runAgain' : 'continue'] as const;
  return (
    <ol className={cx(styles['approval-steps'], layout.fs12)}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index + 1 === at ? 'step' : undefined}>
          <span className={layout.bb}>
            {index + 1} {t(`approvals.url.step.${step}`)}
          </span>
          <span className={layout.t2}>{t(`approvals.url.step.${step}Help`)}</span>
        </li>
      ))}
    </ol>
  );
}

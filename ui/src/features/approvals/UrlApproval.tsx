import type { ReactNode } from 'react';
import type { ThemedIcon } from '../../api/generated/contract';
import { useNavigate } from '@tanstack/react-router';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Quote } from '../../components/Quote';
import { AddressPane } from './AddressPane';
import { AnswerButton } from '../../components/AnswerButton';
import { AnswerEffects } from './AnswerEffects';
import { urlEffects } from './effects';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';

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
    <>
      <div className="approval-fields scrolls">
        <Quote server={{ label: approval.serverLabel, icon }} block text={message} />
        <AddressPane approval={approval} />
        {visit.isError && <ErrorNotice error={visit.error} />}
        {error !== null && <ErrorNotice error={error} />}
        <AnswerEffects effects={urlEffects(approval)} />
        <Steps at={visited ? 2 : 1} callFailed={callFailed} />
      </div>
      <footer className="host-foot">
        {!visited && (
          <AnswerButton color="danger" shortcut="D" onClick={() => send({ kind: 'decline' })}>
            Decline
          </AnswerButton>
        )}
        <AnswerButton variant="subtle" shortcut="C" onClick={() => send({ kind: 'cancel' })}>
          {visited ? 'Stop waiting' : 'Cancel'}
        </AnswerButton>
        <span className="host-why grow">
          {visited ? (
            'Come back here when you are done on the page.'
          ) : (
            <>
              Opens <b className="wrap">{address.host}</b> in your default browser
            </>
          )}
        </span>
        {visited && <AnswerButton onClick={open}>Open again</AnswerButton>}
        {visited && (
          <AnswerButton
            {...(again === null ? { variant: 'filled', shortcut: 'mod+Enter' } : {})}
            onClick={() => send({ kind: 'visited' })}
          >
            Done
          </AnswerButton>
        )}
        {visited && again !== null && (
          <AnswerButton variant="filled" shortcut="mod+Enter" onClick={runAgain}>
            Run it again
          </AnswerButton>
        )}
        {!visited && (
          <AnswerButton
            usable={address.refused === null}
            variant="filled"
            shortcut="mod+Enter"
            onClick={open}
          >
            Open in browser
          </AnswerButton>
        )}
      </footer>
    </>
  );
}

function Steps({ at, callFailed }: { at: 1 | 2; callFailed: boolean }): ReactNode {
  const steps = [
    ['You decide', 'The page opens in your own browser, never inside Usher.'],
    ['Waiting', 'Say when you are done there. You can stop waiting at any time.'],
    callFailed
      ? ['Run it again', 'The call has ended without this. Run the tool again afterwards.']
      : ['The call goes on', 'What you type on the page is between you and that host.'],
  ];
  return (
    <ol className="approval-steps fs12">
      {steps.map(([name, words], index) => (
        <li key={name} aria-current={index + 1 === at ? 'step' : undefined}>
          <span className="bb">
            {index + 1} {name}
          </span>
          <span className="t2">{words}</span>
        </li>
      ))}
    </ol>
  );
}

import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { VisibleText } from '../../components/VisibleText';
import { AnswerButton } from '../../components/AnswerButton';
import { AnswerEffects } from './AnswerEffects';
import { rootsEffects } from './effects';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { ServerName } from '../../components/ServerName';
import { visibleString } from '../../lib/visible';

/** Folders a server would learn of: exactly these, and no others. */
export function RootsApproval({ approval }: { approval: ApprovalOf<'roots'> }): ReactNode {
  const { folders } = approval.request;
  const { send, error } = useAnswering(approval);
  return (
    <>
      <div className="approval-fields scrolls">
        <section aria-label="What it would be told">
          <h3 className="approval-head">What it would be told</h3>
          {folders.length === 0 ? (
            <p className="t2">No folder: those there were have been removed since.</p>
          ) : (
            <ul className="approval-folders">
              {folders.map(({ id, name, path, uri }) => (
                <li key={id}>
                  <Icon name="folder" />
                  <span className="grow">
                    <span className="b">
                      <VisibleText text={name} />
                    </span>
                    <span className="mono wrap" title={visibleString(uri)}>
                      <VisibleText text={path} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <p className="t2 fs12">
          The server learns the names and paths of these folders. They tell it where to work; they do not keep
          it from anything else this computer lets it do. You choose the folders in Settings and on the
          server’s page.
        </p>
        {error !== null && <ErrorNotice error={error} />}
        <AnswerEffects effects={rootsEffects(approval)} />
      </div>
      <footer className="host-foot">
        <AnswerButton color="danger" shortcut="D" onClick={() => send({ kind: 'decline' })}>
          Decline
        </AnswerButton>
        <span className="host-why grow">
          Declined, <ServerName label={approval.serverLabel} /> is told of no folder.
        </span>
        <AnswerButton onClick={() => send({ kind: 'share', remember: 'always' })}>
          Always for this server
        </AnswerButton>
        <AnswerButton
          variant="filled"
          shortcut="mod+Enter"
          onClick={() => send({ kind: 'share', remember: 'once' })}
        >
          Allow once
        </AnswerButton>
      </footer>
    </>
  );
}

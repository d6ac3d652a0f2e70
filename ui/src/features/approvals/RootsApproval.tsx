import type { ReactNode } from 'react';
import { RootsList } from '../../entities/approval/RootsList';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { AnswerButton } from '../../kit/AnswerButton';
import { t } from '../../words/translate';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { ServerName } from '../../entities/server/ServerName';
import { cx } from '../../lib/cx';
import { AnswerPane, Decline, Give } from './AnswerPane';
import layout from '../../styles/layout.module.css';

/** Folders a server would learn of: exactly these, and no others. */
export function RootsApproval({ approval }: { approval: ApprovalOf<'roots'> }): ReactNode {
  const { folders } = approval.request;
  const { send, error } = useAnswering(approval);
  return (
    <AnswerPane
      refusing={<Decline onClick={() => send({ kind: 'decline' })} />}
      giving={
        <>
          <AnswerButton onClick={() => send({ kind: 'share', remember: 'always' })}>
            {t('approvals.roots.alwaysAllow')}
          </AnswerButton>
          <Give onClick={() => send({ kind: 'share', remember: 'once' })}>
            {t('approvals.roots.allowOnce')}
          </Give>
        </>
      }
      help={t.rich('approvals.roots.help', { server: () => <ServerName label={approval.serverLabel} /> })}
    >
      <RootsList folders={folders} />
      <p className={cx(layout.t2, layout.fs12)}>{t('approvals.roots.note')}</p>
      {error !== null && <ErrorNotice error={error} />}
    </AnswerPane>
  );
}

import type { ReactNode } from 'react';
import { RootsList } from '../../entities/approval/RootsList';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { AnswerButton } from '../../kit/AnswerButton';
import { t } from '../../words/translate';
import { AnswerFoot } from './AnswerFoot';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { ServerName } from '../../entities/server/ServerName';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './approvals.module.css';

/** Folders a server would learn of: exactly these, and no others. */
export function RootsApproval({ approval }: { approval: ApprovalOf<'roots'> }): ReactNode {
  const { folders } = approval.request;
  const { send, error } = useAnswering(approval);
  return (
    <>
      <div className={cx(styles['approval-fields'], layout.scrolls)} data-part="fields">
        <RootsList folders={folders} />
        <p className={cx(layout.t2, layout.fs12)}>{t('approvals.roots.note')}</p>
        {error !== null && <ErrorNotice error={error} />}
      </div>
      <AnswerFoot
        refusing={
          <AnswerButton color="danger" shortcut="mod+Shift+D" onClick={() => send({ kind: 'decline' })}>
            {t('common.decline')}
          </AnswerButton>
        }
        giving={
          <>
            <AnswerButton onClick={() => send({ kind: 'share', remember: 'always' })}>
              {t('approvals.roots.alwaysAllow')}
            </AnswerButton>
            <AnswerButton
              variant="filled"
              shortcut="mod+Enter"
              onClick={() => send({ kind: 'share', remember: 'once' })}
            >
              {t('approvals.roots.allowOnce')}
            </AnswerButton>
          </>
        }
        help={t.rich('approvals.roots.help', { server: () => <ServerName label={approval.serverLabel} /> })}
      />
    </>
  );
}

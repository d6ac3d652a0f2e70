import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ClosedApproval } from '../../api/approvals';
import type { Answer, ThemedIcon } from '../../api/generated/contract';
import { KeptCallNote } from '../../entities/client/KeptCallNote';
import { CopyButton } from '../../kit/CopyButton';
import { MessageText } from '../../entities/message/MessageText';
import { Note } from '../../kit/Note';
import { Quote } from '../../entities/message/Quote';
import { VisibleText } from '../../kit/VisibleText';
import { formatMoment } from '../../lib/format';
import { t } from '../../words/translate';
import { ApprovalHeader } from './ApprovalHeader';
import { forgetDraft, typedText } from './drafts';
import { isYes, overText, serverText } from './words';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import viewStyles from '../../entities/approval/approval.module.css';
import styles from './approvals.module.css';

interface ApprovalClosedPaneProps {
  over: ClosedApproval;
  answer: Answer['kind'] | undefined;
  icon: ThemedIcon | null;
}

/** A request that is over: what it was, and why it ended. */
export function ApprovalClosedPane({ over, answer, icon }: ApprovalClosedPaneProps): ReactNode {
  const { approval, reason, closedAt } = over;
  const { request } = approval;
  const said = serverText(approval);
  // Kept for as long as this is looked at, and no longer.
  const [typed] = useState(() => typedText(approval.id));
  useEffect(() => forgetDraft(approval.id), [approval.id]);
  return (
    <article
      className={styles['approval-detail']}
      aria-label={t('approvals.closed.label', { server: approval.serverLabel })}
    >
      <ApprovalHeader approval={approval} icon={icon} clock="over" />
      <div className={cx(styles['approval-fields'], layout.scrolls)}>
        <Note tone={isYes(answer) ? 'ok' : 'plain'} icon={isYes(answer) ? 'check' : 'info'} role="status">
          <span className={layout.b}>{overText(over, answer)}</span> {formatMoment(closedAt)}.{' '}
          {answer === undefined && (
            <>
              <MessageText message={reason} /> {t('approvals.closed.nothingSent')}
            </>
          )}
        </Note>
        {request.kind === 'call' && (
          <KeptCallNote client={request.call.client} callId={approval.cause?.callId ?? null} />
        )}
        {typed !== null && answer === undefined && (
          <section aria-label={t('approvals.closed.draft')}>
            <div className={cx(layout.row, viewStyles['approval-head'])}>
              <h3>{t('approvals.closed.draft')}</h3>
              <span className={cx(layout.t3, layout.fs12)}>{t('approvals.closed.draftNote')}</span>
              <span className={layout.end}>
                <CopyButton label={t('approvals.closed.copyDraft')} text={() => typed} />
              </span>
            </div>
            <pre className={styles['approval-typed']}>
              <VisibleText text={typed} />
            </pre>
          </section>
        )}
        {said !== null && <Quote server={{ label: approval.serverLabel, icon }} block text={said} />}
      </div>
    </article>
  );
}

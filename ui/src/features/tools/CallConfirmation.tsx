import { TextLink } from '../../kit/controls';
import type { ReactNode } from 'react';
import { keepAnswer } from '../../api/approvals';
import type { Answer, Approval, CallRequest } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { AnswerButton } from '../../kit/AnswerButton';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { AllowMenu } from '../../entities/policy/AllowMenu';
import { Arguments } from '../../entities/policy/Arguments';
import { CallEffects, CallReason } from '../../entities/policy/CallReason';
import { VisibleText } from '../../kit/VisibleText';
import { ServerName } from '../../entities/server/ServerName';
import { t } from '../../words/translate';
import { Announced } from '../../kit/Announced';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './tools.module.css';

interface CallConfirmationProps {
  approval: Approval;
  call: CallRequest;
}

/** A call that waits for the person's word, where they have started it: exactly what would be sent, and yes or no. */
export function CallConfirmation({ approval, call }: CallConfirmationProps): ReactNode {
  const sending = useOperation('approval.answer', { onError: () => keepAnswer(approval.id, null) });
  const answer = (given: Answer): void => {
    if (sending.isPending) return;
    keepAnswer(approval.id, given.kind);
    sending.mutate({ approvalId: approval.id, answer: given });
  };
  const run = { kind: 'run', arguments: call.arguments } as const;
  return (
    <section className={styles.confirmation} aria-label={t('tools.confirm.title')}>
      <div className={styles['confirmation-head']}>
        <Icon name="shieldWarning" />
        <Announced className={layout.grow}>
          <h3>
            {t.rich('tools.confirm.question', {
              tool: () => <VisibleText text={call.title} />,
              server: () => <ServerName label={approval.serverLabel} />,
            })}
          </h3>{' '}
          <p>
            <CallReason call={call} serverLabel={approval.serverLabel} />
          </p>
        </Announced>
      </div>
      <div className={styles['confirmation-body']}>
        <div className={layout.row}>
          <span className={layout.label}>{t('common.arguments')}</span>
          <TextLink to="/approvals" search={{ item: approval.id }} className={cx(layout.end, layout.fs12)}>
            {t('tools.confirm.editArguments')}
          </TextLink>
        </div>
        <Arguments value={call.arguments} />
        <CallEffects call={call} />
        {sending.isError && <ErrorNotice error={sending.error} />}
      </div>
      <div className={styles['confirmation-foot']} data-part="answers">
        <AnswerButton color="danger" onClick={() => answer({ kind: 'decline' })}>
          {t('common.decline')}
        </AnswerButton>
        <AnswerButton
          variant="subtle"
          title={t('tools.confirm.blockHelp')}
          onClick={() => answer({ kind: 'never' })}
        >
          {t('common.block')}
        </AnswerButton>
        <span className={cx(layout.end, layout.row)}>
          <AllowMenu
            call={call}
            serverLabel={approval.serverLabel}
            value={call.arguments}
            onPick={(grant) => answer({ ...run, grant })}
          />
          <AnswerButton variant="filled" onClick={() => answer({ ...run, grant: { kind: 'once' } })}>
            {t('common.runOnce')}
          </AnswerButton>
        </span>
      </div>
    </section>
  );
}

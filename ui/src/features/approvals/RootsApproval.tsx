import type { ReactNode } from 'react';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { AnswerButton } from '../../kit/AnswerButton';
import { t } from '../../words/translate';
import { AnswerFoot } from './AnswerFoot';
import type { ApprovalOf } from './kinds';
import { useAnswering } from './useAnswering';
import { ServerName } from '../../entities/server/ServerName';
import { visibleString } from '../../lib/visible';
import { Hint } from '../../kit/Hint';
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
        <section aria-label={t('approvals.roots.title')}>
          <h3 className={styles['approval-head']}>{t('approvals.roots.title')}</h3>
          {folders.length === 0 ? (
            <p className={layout.t2}>{t('approvals.roots.none')}</p>
          ) : (
            <ul className={styles['approval-folders']}>
              {folders.map(({ id, name, path, uri }) => (
                <li key={id}>
                  <Icon name="folder" />
                  <span className={cx(styles.grow, layout.grow)}>
                    <span className={layout.b}>
                      <VisibleText text={name} />
                    </span>
                    <Hint className={cx(layout.mono, layout.wrap)} label={visibleString(uri)}>
                      <VisibleText text={path} />
                    </Hint>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
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

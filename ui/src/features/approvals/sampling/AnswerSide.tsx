import type { ReactNode } from 'react';
import type { Author } from '../../../api/generated/contract';
import { VisibleText } from '../../../kit/VisibleText';
import { formatNumber } from '../../../lib/format';
import { t } from '../../../words/translate';
import type { ApprovalOf } from '../kinds';
import { messagesOf } from '../../../entities/sampling/sampleParams';
import { isObject, text } from '../../../lib/json';
import { ServerName } from '../../../entities/server/ServerName';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import marksStyles from '../../../kit/marks.module.css';
import quoteStyles from '../../../entities/message/quote.module.css';
import viewStyles from '../../../entities/approval/approval.module.css';
import approvalsStyles from '../approvals.module.css';
import styles from './sampling.module.css';

/** Beside the answer: who wrote it, what it took, and what was asked. */
export function AnswerSide({ approval, by }: { approval: ApprovalOf<'sample'>; by: Author }): ReactNode {
  const { state, params } = approval.request;
  const messages = isObject(params) ? messagesOf(params) : [];
  const last = messages.at(-1);
  const asked = last?.blocks.find((block) => isObject(block) && block['type'] === 'text');
  const done = by === 'model' && state.kind === 'written' ? state.answer : null;
  const run = by === 'model' && (state.kind === 'written' || state.kind === 'writing') ? state.run : null;
  return (
    <aside className={approvalsStyles['approval-side']} aria-label={t('sampling.about.label')}>
      <h3>{t(by === 'person' ? 'sampling.about.byPerson' : 'sampling.about.byModel')}</h3>
      {run === null ? (
        <p className={cx(layout.fs12, layout.t2)}>
          {t.rich('sampling.about.byPersonHelp', {
            server: () => <ServerName label={approval.serverLabel} />,
          })}
        </p>
      ) : (
        <dl className={cx(marksStyles.kv, layout.num)}>
          <div className={viewStyles['approval-pair']}>
            <dt>{t('sampling.about.model')}</dt>
            <dd className={layout.wrap}>
              <VisibleText text={run.model.model} />
            </dd>
          </div>
          <div className={viewStyles['approval-pair']}>
            <dt>{t('sampling.about.provider')}</dt>
            <dd className={layout.wrap}>{run.provider}</dd>
          </div>
          {done !== null && (
            <>
              <div className={viewStyles['approval-pair']}>
                <dt>{t('sampling.about.tokensIn')}</dt>
                <dd>{tokens(done.tokensIn)}</dd>
              </div>
              <div className={viewStyles['approval-pair']}>
                <dt>{t('sampling.about.tokensOut')}</dt>
                <dd>{tokens(done.tokensOut)}</dd>
              </div>
            </>
          )}
        </dl>
      )}
      {isObject(asked) && (
        <section className={styles['sample-cost']} aria-label={t('sampling.about.lastMessage')}>
          <h3 className={layout.label}>{t('sampling.about.lastMessage')}</h3>
          <p className={cx(layout.fs12, layout.t2, quoteStyles['quote-text'], styles['sample-asked'])}>
            <VisibleText text={text(asked['text'])} />
          </p>
        </section>
      )}
    </aside>
  );
}

function tokens(count: number | null | undefined): string {
  return count == null ? t('sampling.about.notReported') : formatNumber(count);
}

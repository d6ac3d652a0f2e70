import type { ReactNode } from 'react';
import type { ClientAnswers } from '../../api/generated/contract';
import { Switch } from '../../kit/controls';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './client.module.css';

interface AnsweredRequestsProps {
  answers: ClientAnswers;
  onChange: (answers: ClientAnswers) => void;
}

/** Which requests of servers the client answers itself, if it can. */
export function AnsweredRequests({ answers, onChange }: AnsweredRequestsProps): ReactNode {
  return (
    <section aria-label={t('clients.answers.title')} className={styles.access} data-part="answers">
      <h3 className={layout.label}>{t('clients.answers.title')}</h3>
      <p className={cx(layout.fs12, layout.t2)}>{t('clients.answers.help')}</p>
      <div className={styles.kinds}>
        {(['elicitation', 'sampling', 'roots', 'approvals'] as const).map((what) => (
          <Switch
            key={what}
            label={t(`clients.answers.${what}`)}
            checked={answers[what] === 'client'}
            onChange={(event) =>
              onChange({ ...answers, [what]: event.currentTarget.checked ? 'client' : 'person' })
            }
          />
        ))}
      </div>
    </section>
  );
}

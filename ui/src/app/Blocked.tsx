import type { ReactNode } from 'react';
import { toApiError } from '../api/client';
import { presentError } from '../api/errors';
import type { ApiError, AppInfo } from '../api/generated/contract';
import { MessageText } from '../entities/message/MessageText';
import { Icon } from '../kit/Icon';
import { t } from '../words/translate';
import { cx } from '../lib/cx';
import layout from '../styles/layout.module.css';
import marksStyles from '../kit/marks.module.css';
import styles from './rail.module.css';

/** Usher could not open its data. Nothing has been changed; this is all there is to see. */
export function Blocked({ info, error }: { info: AppInfo; error: ApiError }): ReactNode {
  return (
    <main className={styles.blocked}>
      <span className={layout.bad}>
        <Icon name="warning" size={20} />
      </span>
      <div role="alert">
        <h1>{presentError(toApiError(error)).title}</h1>
        <p>
          <MessageText message={error.message} />
        </p>
      </div>
      <dl className={cx(styles.kv, marksStyles.kv)}>
        <dt>{t('common.data')}</dt>
        <dd className={layout.mono}>{info.dataDir}</dd>
        <dt>{t('common.logs')}</dt>
        <dd className={layout.mono}>{info.logDir}</dd>
        <dt>Usher</dt>
        <dd className={cx(layout.mono, layout.num)}>{info.version}</dd>
      </dl>
      <p className={cx(layout.fs12, layout.t2)}>{t('app.blocked.help')}</p>
    </main>
  );
}

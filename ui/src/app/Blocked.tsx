import type { ReactNode } from 'react';
import { toApiError } from '../api/client';
import { presentError } from '../api/errors';
import type { ApiError, AppInfo } from '../api/generated/contract';
import { MessageText } from '../entities/message/MessageText';
import { Icon } from '../kit/Icon';
import { t } from '../words/translate';
import './rail.css';

/** Usher could not open its data. Nothing has been changed; this is all there is to see. */
export function Blocked({ info, error }: { info: AppInfo; error: ApiError }): ReactNode {
  return (
    <main className="blocked">
      <span className="bad">
        <Icon name="warning" size={20} />
      </span>
      <div role="alert">
        <h1>{presentError(toApiError(error)).title}</h1>
        <p>
          <MessageText message={error.message} />
        </p>
      </div>
      <dl className="kv">
        <dt>{t('app.blocked.data')}</dt>
        <dd className="mono">{info.dataDir}</dd>
        <dt>{t('app.blocked.logs')}</dt>
        <dd className="mono">{info.logDir}</dd>
        <dt>Usher</dt>
        <dd className="mono num">{info.version}</dd>
      </dl>
      <p className="fs12 t2">{t('app.blocked.help')}</p>
    </main>
  );
}

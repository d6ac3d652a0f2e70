import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer, useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Button, Switch } from '../../kit/controls';
import { CopyText } from '../../kit/CopyText';
import { Icon } from '../../kit/Icon';
import { Note } from '../../kit/Note';
import { cx } from '../../lib/cx';
import { notifyError } from '../../lib/notify';
import layout from '../../styles/layout.module.css';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { AddHttpClient } from './AddHttpClient';
import { AllowedOrigins } from './AllowedOrigins';
import styles from './clients.module.css';

/** Whether clients without stdio may connect over HTTP, where they do, and how one is added. */
export function HttpAccess(): ReactNode {
  const { data: access, error, refetch } = useAnswer('client.httpAccess', {});
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  const add = () => {
    // The first client that is added would take the place of this page, and its token with it.
    void navigate({ to: '/clients', search: { view: 'connect' }, replace: true });
    setAdding(true);
  };
  const turn = useOperation('client.setHttpAccess', { onError: notifyError });
  return (
    <section aria-label={t('clients.http.title')} className={styles.http}>
      <h3 className={layout.label}>{t('clients.http.title')}</h3>
      <p className={layout.t2}>{t('clients.http.help')}</p>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {access !== undefined && (
        <>
          <Switch
            label={t('clients.http.allow')}
            checked={turn.isPending ? turn.variables.isOn : access.isOn}
            disabled={turn.isPending}
            onChange={(event) => turn.mutate({ isOn: event.currentTarget.checked })}
          />
          {access.problem !== null && <Note tone="bad">{messageText(access.problem)}</Note>}
          {access.url !== null && (
            <>
              <CopyText text={access.url} copy={t('common.copyUrl')} />
              <Button
                className={styles.find}
                size="xs"
                leftSection={<Icon name="plus" size={14} />}
                onClick={add}
              >
                {t('clients.http.add')}
              </Button>
            </>
          )}
          {access.isOn && <AllowedOrigins origins={access.origins} />}
          {!access.isOn && <p className={cx(layout.fs12, layout.t3)}>{t('clients.http.off')}</p>}
        </>
      )}
      {adding && <AddHttpClient onClose={() => setAdding(false)} />}
    </section>
  );
}

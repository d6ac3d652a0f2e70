import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ClientSnapshot } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Button, Modal } from '../../kit/controls';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { TokenShown } from './TokenShown';

/** The token of a client over HTTP, which can only be replaced. */
export function TokenSection({ client }: { client: ClientSnapshot }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t('clients.http.token')}>
      <h3 className={layout.label}>{t('clients.http.token')}</h3>
      <p className={cx(layout.fs12, layout.t2)}>{t('clients.http.kept')}</p>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('clients.http.replace')}
      </Button>
      {open && <ReplaceToken client={client} onClose={() => setOpen(false)} />}
    </section>
  );
}

function ReplaceToken({ client, onClose }: { client: ClientSnapshot; onClose: () => void }): ReactNode {
  const replace = useOperation('client.replaceToken');
  const made = replace.data;
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      closeOnClickOutside={made === undefined}
      title={t('clients.http.replaceTitle', { client: visibleString(client.name) })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {made === undefined ? (
        <>
          <p className={layout.t2}>{t('clients.http.replaceHelp')}</p>
          {replace.isError && <ErrorNotice error={replace.error} />}
          <div className={cx(layout.row, layout['dialog-actions'])}>
            <Button size="md" variant="subtle" data-autofocus onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              size="md"
              variant="filled"
              loading={replace.isPending}
              onClick={() => replace.mutate({ clientId: client.id })}
            >
              {t('clients.http.replace')}
            </Button>
          </div>
        </>
      ) : (
        <TokenShown made={made} onDone={onClose} />
      )}
    </Modal>
  );
}

import type { ReactNode } from 'react';
import type { HttpClientToken } from '../../api/generated/contract';
import { Announced } from '../../kit/Announced';
import { Button } from '../../kit/controls';
import { CopyText } from '../../kit/CopyText';
import { Note } from '../../kit/Note';
import { cx } from '../../lib/cx';
import { visibleString } from '../../lib/visible';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import styles from './clients.module.css';

/** The token of a client, shown this once, and the configuration it goes into. */
export function TokenShown({ made, onDone }: { made: HttpClientToken; onDone: () => void }): ReactNode {
  const { client, token, url } = made;
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  return (
    <div className={styles.token}>
      <Announced>{t('clients.http.made', { client: visibleString(client.name) })}</Announced>
      <Note tone="lamp">{t('clients.http.once')}</Note>
      <section aria-label={t('clients.http.token')}>
        <h3 className={layout.label}>{t('clients.http.token')}</h3>
        <CopyText text={token} copy={t('clients.http.copyToken')} />
      </section>
      {url !== null && (
        <section aria-label={t('clients.http.json')}>
          <h3 className={layout.label}>{t('clients.http.json')}</h3>
          <CopyText
            text={JSON.stringify({ mcpServers: { usher: server } }, null, 2)}
            copy={t('clients.http.copyJson')}
          />
        </section>
      )}
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button
          size="md"
          variant="filled"
          data-autofocus
          onClick={onDone}
          // The key that created the token may still be held down.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {t('common.done')}
        </Button>
      </div>
    </div>
  );
}

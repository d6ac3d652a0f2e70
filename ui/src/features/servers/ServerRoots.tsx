import { Switch } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { ServerSnapshot } from '../../api/generated/contract';
import { useAnswer, useOperation } from '../../api/queries';
import { RootFolders } from '../../entities/server/RootFolders';
import { notifyError } from '../../lib/notify';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';
import styles from './servers.module.css';

/** Roots of this server beside those of all servers, and whether they are shared without asking. */
export function ServerRoots({ server }: { server: ServerSnapshot }): ReactNode {
  const roots = useAnswer('root.list', { serverId: server.id });
  const consent = useOperation('root.setConsent', { onError: notifyError });
  return (
    <section aria-label={t('common.roots')}>
      <h3 className={layout.label}>{t('common.roots')}</h3>
      <RootFolders serverId={server.id} empty={t('servers.roots.empty')} />
      {roots.data !== undefined && (
        <Switch
          className={styles['page-consent']}
          label={t('servers.roots.share')}
          description={t('servers.roots.shareHelp')}
          checked={roots.data.consent === 'always'}
          disabled={consent.isPending}
          onChange={(event) =>
            consent.mutate({
              serverId: server.id,
              consent: event.currentTarget.checked ? 'always' : 'ask',
            })
          }
        />
      )}
    </section>
  );
}

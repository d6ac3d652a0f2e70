import { Button } from '../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ServerDetail, ServerSnapshot } from '../../api/generated/contract';
import { copyMcpServers } from '../../entities/server/serverActions';
import { Icon } from '../../kit/Icon';
import { Segments } from '../../kit/Segments';
import { t } from '../../words/translate';
import { draftFromConfig } from './draft';
import { JsonConfiguration } from './JsonConfiguration';
import { ServerEdit } from './ServerEdit';
import styles from './serverDetail.module.css';
import layout from '../../styles/layout.module.css';

interface ConfigurationTabProps {
  server: ServerSnapshot;
  detail: ServerDetail;
}

/** How a server is started or reached, as a form or as JSON. */
export function ConfigurationTab({ server, detail }: ConfigurationTabProps): ReactNode {
  const [view, setView] = useState(0);
  const { config, era } = detail;
  const title = t('common.configuration');
  if (config.kind === 'demo') {
    return (
      <section aria-label={title}>
        <p className={layout.t2}>{t('servers.configuration.demo')}</p>
      </section>
    );
  }
  return (
    <section aria-label={title} className={styles.form}>
      <div className={layout.row}>
        <Segments
          label={t('servers.configuration.view')}
          data={[
            { value: 0, label: t('common.form') },
            { value: 1, label: t('common.json') },
          ]}
          value={view}
          onChange={setView}
        />
        <Button
          className={layout.end}
          size="xs"
          variant="subtle"
          leftSection={<Icon name="copy" size={14} />}
          onClick={() => void copyMcpServers(server)}
        >
          {t('servers.menu.copyJson')}
        </Button>
      </div>
      {view === 0 ? (
        <ServerEdit serverId={server.id} stored={draftFromConfig(server.label, config, era)} />
      ) : (
        <JsonConfiguration server={server} />
      )}
    </section>
  );
}

import { Button, Menu } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { recordOwner, useClients } from '../../api/clients';
import { useServers } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { ClientIcon } from '../client/ClientMark';
import { ServerIcon } from './ServerIcon';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/list.module.css';

interface ServerFilterProps {
  value: SourceId | null;
  onChange: (value: SourceId | null) => void;
  /** Webtools can be chosen as well. */
  withWebtools?: boolean;
  /** Clients can be chosen as well. */
  withClients?: boolean;
}

/** The choice of all servers; no server has it as its id. */
const ALL = '';
const CHECK = <Icon name="check" size={14} />;

/** Chooses one server, webtool or client, or all. */
export function ServerFilter(props: ServerFilterProps): ReactNode {
  const { value, onChange, withWebtools = false, withClients = false } = props;
  const { data: servers = [] } = useServers();
  const { data: known = [] } = useClients();
  const owners = useOwners();
  const entries = withWebtools ? owners : servers;
  const clients = withClients ? known.map(({ id, name }) => ({ id: recordOwner(id), label: name })) : [];
  const all = [...entries, ...clients];
  const chosen = all.find(({ id }) => id === value);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          className={styles['filter-button']}
          rightSection={<Icon name="down" size={12} />}
        >
          <span className={cx(layout.cut, styles['server-filter'])}>
            {chosen === undefined ? t('shared.allServers') : visibleString(chosen.label)}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('common.servers')}>
        <Menu.RadioGroup
          value={value ?? ALL}
          onChange={(chosenId) => onChange(all.find(({ id }) => id === chosenId)?.id ?? null)}
        >
          <Menu.RadioItem value={ALL} checkIcon={CHECK} closeMenuOnClick>
            {t('shared.allServers')}
          </Menu.RadioItem>
          {entries.map((server) => (
            <Menu.RadioItem key={server.id} value={server.id} checkIcon={CHECK} closeMenuOnClick>
              <span className={layout.row}>
                <ServerIcon icon={server.icon} size={16} />
                <span className={layout.cut}>{server.label}</span>
              </span>
            </Menu.RadioItem>
          ))}
          {clients.length > 0 && <Menu.Label>{t('clients.title')}</Menu.Label>}
          {clients.map(({ id, label }) => (
            <Menu.RadioItem key={id} value={id} checkIcon={CHECK} closeMenuOnClick>
              <span className={layout.row}>
                <ClientIcon size={16} />
                <span className={layout.cut}>{visibleString(label)}</span>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

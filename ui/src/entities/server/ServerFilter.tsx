import { Button, Menu } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { useServers } from '../../api/queries';
import { useOwners } from '../../api/webtools';
import { Icon } from '../../kit/Icon';
import { ServerIcon } from './ServerIcon';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/list.module.css';

interface ServerFilterProps {
  value: SourceId | null;
  onChange: (value: SourceId | null) => void;
  /** Webtools can be chosen as well. */
  withWebtools?: boolean;
}

/** The choice of all servers; no server has it as its id. */
const ALL = '';
const CHECK = <Icon name="check" size={14} />;

/** Chooses one server, or all. */
export function ServerFilter({ value, onChange, withWebtools = false }: ServerFilterProps): ReactNode {
  const { data: servers = [] } = useServers();
  const owners = useOwners();
  const entries = withWebtools ? owners : servers;
  const chosen = entries.find((server) => server.id === value);
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
            {chosen?.label ?? t('shared.allServers')}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('common.servers')}>
        <Menu.RadioGroup
          value={value ?? ALL}
          onChange={(chosenId) => onChange(entries.find(({ id }) => id === chosenId)?.id ?? null)}
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
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

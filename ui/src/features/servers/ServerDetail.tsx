import { ActionIcon, Menu, Tabs } from '../../kit/controls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SourceId } from '../../api/generated/contract';
import { MenuEntries } from '../../kit/ContextMenu';
import type { MenuEntry } from '../../kit/ContextMenu';
import { DetailHeader } from '../../kit/DetailHeader';
import { Icon } from '../../kit/Icon';
import { formatNumber } from '../../lib/format';
import { t } from '../../words/translate';
import styles from './serverDetail.module.css';
import { Hint } from '../../kit/Hint';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import serversStyles from './servers.module.css';

type DetailTab = 'overview' | 'configuration' | 'permissions' | 'logs' | 'versions';

/** One section of the page; it is drawn while it is open. */
interface DetailSection {
  tab: DetailTab;
  /** How much waits for the person there. */
  waiting?: number;
  content: ReactNode;
}

interface ServerDetailProps {
  id: SourceId;
  label: string;
  icon: ReactNode;
  /** A version beside the label. */
  name?: string;
  /** Where it really comes from. */
  origin: string;
  /** Its state, before the origin. */
  state: ReactNode;
  /** Quiet buttons of the head. */
  actions: ReactNode;
  menu: readonly MenuEntry[];
  sections: readonly DetailSection[];
}

/** The page of a server or webtool: head, tabs, and the open section. The tab is in the address. */
export function ServerDetail(props: ServerDetailProps): ReactNode {
  const { id, label, sections } = props;
  const { tab } = useSearch({ from: '/servers' });
  const navigate = useNavigate();
  const open = sections.find((each) => each.tab === tab) ?? sections[0];
  if (open === undefined) return null;
  const choose = (to: string | null) => {
    const next = sections.find((each) => each.tab === to)?.tab;
    if (next === undefined || next === open.tab) return;
    void navigate({ to: '/servers', search: { server: id, ...(next === 'overview' ? {} : { tab: next }) } });
  };
  return (
    <>
      <DetailHeader
        icon={props.icon}
        title={label}
        {...(props.name === undefined ? {} : { name: props.name })}
        actions={
          <>
            {props.actions}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="xs" aria-label={t('servers.page.more', { server: label })}>
                  <Icon name="more" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <MenuEntries entries={props.menu} />
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        {props.state}
        <Hint className={cx(layout.mono, layout.t3, layout.cut)} label={props.origin}>
          {props.origin}
        </Hint>
      </DetailHeader>
      <Tabs className={styles.tabs} value={open.tab} onChange={choose} keepMounted={false}>
        <Tabs.List className={styles.list} aria-label={t('servers.tabs.label', { server: label })}>
          {sections.map(({ tab: each, waiting = 0 }) => (
            <Tabs.Tab key={each} value={each}>
              {t(`servers.tabs.${each}`)}
              {waiting > 0 && <span className={styles.waiting}>{formatNumber(waiting)}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open.tab} className={styles.panel}>
          <div
            key={open.tab}
            className={cx(serversStyles.page, layout.scrolls)}
            role="region"
            aria-label={t('servers.page.label', { server: label })}
            tabIndex={0}
          >
            {open.content}
          </div>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

import { ActionIcon, Button, Checkbox, Select, TextInput, Tooltip } from '../../kit/controls';
import type { ReactNode, RefObject } from 'react';
import type { ServerSnapshot, WireExtent, WireFilter } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import type { IconName } from '../../kit/iconPaths';
import { fillWithWire, narrowWire, toggleWire, wireFocus } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { t } from '../../words/translate';
import styles from './wire.module.css';

interface WireHeadProps {
  server: ServerSnapshot;
  servers: readonly ServerSnapshot[];
  onServer: (server: ServerSnapshot) => void;
  extent: WireExtent;
  shown: number;
  searching: boolean;
  pings: { count: number; hidden: boolean; onHide: (hidden: boolean) => void };
  filter: WireFilter;
  onFilter: (filter: WireFilter) => void;
  search: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFilters: () => void;
  /** How many frames came since the list was paused; `null` = it is not. */
  missed: number | null;
  onPause: () => void;
  saving: boolean;
  onSave: () => void;
  onClear: () => void;
}

/** What the log shows, and what can be done with it. */
export function WireHead(props: WireHeadProps): ReactNode {
  const { server, servers, onServer, extent, pings, filter, onFilter, missed, search, ...rest } = props;
  const { callId, onlyCall, full } = useStore(wireFocus);
  const empty = extent.nextSeq === extent.firstSeq;
  return (
    <div className={styles['wire-head']}>
      <h2 className={styles['wire-title']}>{t('common.protocolLog')}</h2>
      <Select
        aria-label={t('protocolLog.server')}
        className={styles['wire-server']}
        size="xs"
        allowDeselect={false}
        data={servers.map((each) => ({ value: each.id, label: each.label }))}
        value={server.id}
        onChange={(id) => {
          const next = servers.find((each) => each.id === id);
          if (next !== undefined) onServer(next);
        }}
      />
      <span className={styles['wire-count']}>{countText(extent, rest.shown, rest.searching)}</span>
      {pings.count > 0 && (
        <Checkbox
          size="xs"
          label={t('protocolLog.filter.hidePings', { count: pings.count })}
          checked={pings.hidden}
          onChange={(event) => pings.onHide(event.currentTarget.checked)}
        />
      )}
      <div className={styles['wire-tools']}>
        {missed !== null && (
          <span className={styles['wire-paused']}>{t('protocolLog.paused', { count: missed })}</span>
        )}
        <TextInput
          ref={search}
          aria-label={t('protocolLog.search')}
          placeholder={`${t('common.search')}  /`}
          className={styles['wire-search']}
          size="xs"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter.text === '') return;
            event.stopPropagation();
            onFilter({ ...filter, text: '' });
          }}
        />
        {(callId !== null || onlyCall !== null) && (
          <Button
            size="xs"
            variant="subtle"
            aria-pressed={onlyCall !== null}
            onClick={() => narrowWire(onlyCall === null ? callId : null)}
          >
            {t('protocolLog.action.thisCall')}
          </Button>
        )}
        <HeadButton
          icon="filter"
          label={t('protocolLog.action.filter')}
          pressed={rest.filtersOpen}
          onClick={rest.onFilters}
        />
        <HeadButton
          icon={missed === null ? 'pause' : 'run'}
          label={t(missed === null ? 'common.pause' : 'protocolLog.action.resume')}
          pressed={missed !== null}
          onClick={rest.onPause}
        />
        <HeadButton
          icon="trash"
          label={t('protocolLog.action.clear')}
          onClick={rest.onClear}
          disabled={empty}
        />
        <HeadButton
          icon="download"
          label={t('protocolLog.action.save')}
          onClick={rest.onSave}
          disabled={rest.saving || empty}
        />
        <HeadButton
          icon={full ? 'down' : 'up'}
          label={t(full ? 'protocolLog.action.restore' : 'protocolLog.action.maximize')}
          onClick={() => fillWithWire(!full)}
        />
        <HeadButton icon="close" label={t('protocolLog.action.close')} onClick={() => toggleWire(false)} />
      </div>
    </div>
  );
}

interface HeadButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
}

function HeadButton({ icon, label, onClick, disabled = false, pressed }: HeadButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        size="xs"
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
        disabled={disabled}
      >
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

function countText(extent: WireExtent, shown: number, searching: boolean): string {
  const count = extent.nextSeq - extent.firstSeq;
  return [
    shown === count ? t('protocolLog.count.all', { count }) : t('protocolLog.count.some', { shown, count }),
    ...(searching ? [t('protocolLog.count.searching')] : []),
    ...(extent.dropped > 0 ? [t('protocolLog.count.discarded', { count: extent.dropped })] : []),
  ].join(', ');
}

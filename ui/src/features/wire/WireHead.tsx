import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import type { ServerSnapshot, WireExtent, WireFilter } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import type { IconName } from '../../components/iconPaths';
import { count } from '../../lib/format';
import { fillWithWire, narrowWire, toggleWire, wireFocus } from '../../lib/panels';
import { useStore } from '../../lib/store';

interface WireHeadProps {
  server: ServerSnapshot;
  servers: readonly ServerSnapshot[];
  onServer: (server: ServerSnapshot) => void;
  extent: WireExtent;
  shown: number;
  searching: boolean;
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
  const { server, servers, onServer, extent, filter, onFilter, missed, search, ...rest } = props;
  const { callId, onlyCall, full } = useStore(wireFocus);
  const empty = extent.nextSeq === extent.firstSeq;
  return (
    <div className="wire-head">
      <h2 className="wire-title">Wire log</h2>
      <Select
        aria-label="Server of the wire log"
        className="wire-server"
        size="xs"
        allowDeselect={false}
        data={servers.map((each) => ({ value: each.id, label: each.label }))}
        value={server.id}
        onChange={(id) => {
          const next = servers.find((each) => each.id === id);
          if (next !== undefined) onServer(next);
        }}
      />
      <span className="wire-count" role="status">
        {countText(extent, rest.shown, rest.searching)}
      </span>
      <div className="wire-tools">
        {missed !== null && <span className="wire-paused">Paused, {missed.toLocaleString('en')} new</span>}
        <TextInput
          ref={search}
          aria-label="Search frames"
          placeholder="Search  /"
          className="wire-search"
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
            This call only
          </Button>
        )}
        <HeadButton icon="filter" label="Filter" pressed={rest.filtersOpen} onClick={rest.onFilters} />
        <HeadButton
          icon={missed === null ? 'pause' : 'run'}
          label={missed === null ? 'Pause' : 'Go on'}
          pressed={missed !== null}
          onClick={rest.onPause}
        />
        <HeadButton icon="trash" label="Clear the log" onClick={rest.onClear} disabled={empty} />
        <HeadButton
          icon="download"
          label="Save the log to a file"
          onClick={rest.onSave}
          disabled={rest.saving || empty}
        />
        <HeadButton
          icon={full ? 'down' : 'up'}
          label={full ? 'Make the wire log small' : 'Fill the window with the wire log'}
          onClick={() => fillWithWire(!full)}
        />
        <HeadButton icon="close" label="Close the wire log" onClick={() => toggleWire(false)} />
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
  const total = extent.nextSeq - extent.firstSeq;
  const all = count(total, 'frame');
  const some = shown === total ? all : `${shown.toLocaleString('en')} of ${all}`;
  const sought = searching ? `${some}, searching` : some;
  return extent.dropped === 0 ? sought : `${sought}, ${extent.dropped.toLocaleString('en')} older let go`;
}

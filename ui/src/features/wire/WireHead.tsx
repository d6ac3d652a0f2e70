import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallId, ServerSnapshot } from '../../api/generated/contract';
import { Icon } from '../../components/Icon';
import type { IconName } from '../../components/iconPaths';
import { count } from '../../lib/format';
import { toggleWire } from '../../lib/panels';
import type { WireFilter } from './filter';
import { FRAME_KINDS, KIND_WORDS } from './words';

const DIRECTIONS = [
  { value: 'both', label: 'Both ways' },
  { value: 'out', label: 'Sent' },
  { value: 'in', label: 'Received' },
] as const;

const KINDS: { value: WireFilter['kind']; label: string }[] = [
  { value: 'all', label: 'All kinds' },
  ...FRAME_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] })),
];

interface WireHeadProps {
  server: ServerSnapshot;
  servers: readonly ServerSnapshot[];
  onServer: (server: ServerSnapshot) => void;
  total: number;
  dropped: number;
  shown: number;
  filter: WireFilter;
  onFilter: (filter: WireFilter) => void;
  /** The call the view above speaks about. */
  callInView: CallId | null;
  saving: boolean;
  onSave: () => void;
  onClear: () => void;
}

/** What the log shows, and what can be done with it. */
export function WireHead(props: WireHeadProps): ReactNode {
  const { server, servers, onServer, filter, onFilter, callInView } = props;
  const callOnly = filter.callId !== null;
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
      <span className="wire-count">{countText(props)}</span>
      <div className="wire-tools">
        <TextInput
          aria-label="Search frames"
          placeholder="Search"
          className="wire-search"
          size="xs"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        />
        <Select
          aria-label="Direction"
          className="wire-choice"
          size="xs"
          allowDeselect={false}
          data={DIRECTIONS}
          value={filter.direction}
          onChange={(direction) => direction !== null && onFilter({ ...filter, direction })}
        />
        <Select
          aria-label="Kind of frame"
          className="wire-choice"
          size="xs"
          allowDeselect={false}
          data={KINDS}
          value={filter.kind}
          onChange={(kind) => kind !== null && onFilter({ ...filter, kind })}
        />
        {(callInView !== null || callOnly) && (
          <Button
            size="xs"
            variant={callOnly ? 'default' : 'subtle'}
            aria-pressed={callOnly}
            onClick={() => onFilter({ ...filter, callId: callOnly ? null : callInView })}
          >
            This call only
          </Button>
        )}
        <HeadButton icon="trash" label="Clear the log" onClick={props.onClear} disabled={props.total === 0} />
        <HeadButton
          icon="download"
          label="Save the log to a file"
          onClick={props.onSave}
          disabled={props.saving || props.total === 0}
        />
        <HeadButton icon="down" label="Close the wire log" onClick={() => toggleWire(false)} />
      </div>
    </div>
  );
}

interface HeadButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

function HeadButton({ icon, label, onClick, disabled = false }: HeadButtonProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

function countText({ total, dropped, shown }: WireHeadProps): string {
  const all = count(total, 'frame');
  const some = shown === total ? all : `${shown.toLocaleString('en')} of ${all}`;
  return dropped === 0 ? some : `${some}, ${dropped.toLocaleString('en')} older let go`;
}

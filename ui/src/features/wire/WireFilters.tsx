import { Button, Checkbox, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireFilter } from '../../api/generated/contract';
import { EVERYTHING, isEverything } from './filter';
import { FRAME_KINDS, KIND_WORDS } from './words';

const ANY = '';

interface WireFiltersProps {
  filter: WireFilter;
  onFilter: (filter: WireFilter) => void;
  /** The methods that occur in the log. */
  methods: readonly string[];
}

/** Which frames are shown, choice by choice. */
export function WireFilters({ filter, onFilter, methods }: WireFiltersProps): ReactNode {
  return (
    <div className="wire-filters" role="group" aria-label="Filter frames">
      <Select
        aria-label="Direction"
        className="wire-choice"
        size="xs"
        allowDeselect={false}
        data={[
          { value: ANY, label: 'Both ways' },
          { value: 'out', label: 'Sent' },
          { value: 'in', label: 'Received' },
        ]}
        value={filter.direction ?? ANY}
        onChange={(value) =>
          onFilter({ ...filter, direction: value === 'out' || value === 'in' ? value : null })
        }
      />
      <Select
        aria-label="Kind of frame"
        className="wire-choice"
        size="xs"
        allowDeselect={false}
        data={[
          { value: ANY, label: 'All kinds' },
          ...FRAME_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] })),
        ]}
        value={filter.kind ?? ANY}
        onChange={(value) =>
          onFilter({ ...filter, kind: FRAME_KINDS.find((kind) => kind === value) ?? null })
        }
      />
      <Select
        aria-label="Method"
        className="wire-method"
        size="xs"
        allowDeselect={false}
        searchable
        data={[
          { value: ANY, label: 'All methods' },
          ...methods.map((method) => ({ value: method, label: method })),
        ]}
        value={filter.method ?? ANY}
        onChange={(value) => onFilter({ ...filter, method: value === null || value === ANY ? null : value })}
      />
      <Checkbox
        size="xs"
        label="Errors only"
        checked={filter.faultsOnly}
        onChange={(event) => onFilter({ ...filter, faultsOnly: event.currentTarget.checked })}
      />
      {!isEverything(filter) && (
        <Button size="xs" variant="subtle" onClick={() => onFilter(EVERYTHING)}>
          Show all
        </Button>
      )}
    </div>
  );
}

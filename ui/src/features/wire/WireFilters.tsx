import { Button, Checkbox, Select } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { WireFilter } from '../../api/generated/contract';
import { EVERYTHING, isEverything } from './filter';
import { FRAME_KINDS } from './words';
import { t } from '../../words/translate';
import styles from './wire.module.css';

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
    <div className={styles['wire-filters']} role="group" aria-label={t('protocolLog.filter.label')}>
      <Select
        aria-label={t('protocolLog.filter.direction')}
        className={styles['wire-choice']}
        size="xs"
        allowDeselect={false}
        data={[
          { value: ANY, label: t('protocolLog.filter.bothDirections') },
          { value: 'out', label: t('common.sent') },
          { value: 'in', label: t('protocolLog.filter.received') },
        ]}
        value={filter.direction ?? ANY}
        onChange={(value) =>
          onFilter({ ...filter, direction: value === 'out' || value === 'in' ? value : null })
        }
      />
      <Select
        aria-label={t('protocolLog.filter.kind')}
        className={styles['wire-choice']}
        size="xs"
        allowDeselect={false}
        data={[
          { value: ANY, label: t('protocolLog.filter.allKinds') },
          ...FRAME_KINDS.map((kind) => ({ value: kind, label: t(`protocolLog.kind.${kind}`) })),
        ]}
        value={filter.kind ?? ANY}
        onChange={(value) =>
          onFilter({ ...filter, kind: FRAME_KINDS.find((kind) => kind === value) ?? null })
        }
      />
      <Select
        aria-label={t('protocolLog.filter.method')}
        className={styles['wire-method']}
        size="xs"
        allowDeselect={false}
        searchable
        data={[
          { value: ANY, label: t('protocolLog.filter.allMethods') },
          ...methods.map((method) => ({ value: method, label: method })),
        ]}
        value={filter.method ?? ANY}
        onChange={(value) => onFilter({ ...filter, method: value === null || value === ANY ? null : value })}
      />
      <Checkbox
        size="xs"
        label={t('protocolLog.filter.errorsOnly')}
        checked={filter.faultsOnly}
        onChange={(event) => onFilter({ ...filter, faultsOnly: event.currentTarget.checked })}
      />
      {!isEverything(filter) && (
        <Button size="xs" variant="subtle" onClick={() => onFilter(EVERYTHING)}>
          {t('common.showAll')}
        </Button>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Toggles } from '../../kit/controls';
import { formatNumber } from '../../lib/format';
import { KINDS } from './kinds';
import type { Kind } from './kinds';
import { t } from '../../words/translate';
import layout from '../../styles/layout.module.css';

interface KindFilterProps {
  /** How many entries there are of each kind. */
  counts: ReadonlyMap<Kind, number>;
  /** Nothing chosen = all. */
  chosen: readonly Kind[];
  onChoose: (kinds: Kind[]) => void;
}

/** Kinds of resources to show, where there are several. */
export function KindFilter({ counts, chosen, onChoose }: KindFilterProps): ReactNode {
  const present = KINDS.filter((kind) => (counts.get(kind) ?? 0) > 0 || chosen.includes(kind));
  if (present.length < 2) return null;
  return (
    <Toggles
      label={t('resources.kind.label')}
      data={present.map((kind) => ({
        value: kind,
        label: (
          <>
            {t(`resources.kind.${kind}`)}{' '}
            <span className={layout.num}>{formatNumber(counts.get(kind) ?? 0)}</span>
          </>
        ),
      }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}

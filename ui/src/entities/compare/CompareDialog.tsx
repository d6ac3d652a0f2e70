import { useMemo, useState, type ReactNode } from 'react';
import { Announced } from '../../kit/Announced';
import { DiffView } from '../../kit/CodeView/DiffView';
import { Modal, Segments, Switch } from '../../kit/controls';
import { formatExactMoment } from '../../lib/format';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { COMPARED, type Compared, type ComparedKind } from './compared';
import styles from './compare.module.css';

interface CompareDialogProps {
  /** What both came from: the name of a tool or prompt. */
  name: string;
  sides: readonly [Compared, Compared];
  onClose: () => void;
}

/** Two results side by side, the older one at the left: what they hold is compared line by line. */
export function CompareDialog({ name, sides: [a, b], onClose }: CompareDialogProps): ReactNode {
  const [older, newer] = a.at <= b.at ? [a, b] : [b, a];
  const kinds = COMPARED.filter((kind) => older.texts[kind] !== undefined || newer.texts[kind] !== undefined);
  const shared = kinds.find((kind) => older.texts[kind] !== undefined && newer.texts[kind] !== undefined);
  const [kind, setKind] = useState<ComparedKind>(shared ?? 'arguments');
  const [collapsed, setCollapsed] = useState(true);
  const [places, setPlaces] = useState<number | null>(null);
  const was = useMemo(() => sideOf(older, kind, 'older'), [older, kind]);
  const is = useMemo(() => sideOf(newer, kind, 'newer'), [newer, kind]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('compare.title', { name: visibleString(name) })}
      size="90%"
      centered
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 0 }}
    >
      <div className={styles.dialog}>
        <div className={cx(layout.row, styles.bar)}>
          <Segments
            size="xs"
            label={t('compare.what')}
            data={kinds.map((value) => ({ value, label: t(`compare.kind.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
          <Announced as="span" className={cx(layout.fs12, layout.t2)}>
            {places !== null && (places === 0 ? t('compare.same') : t('compare.places', { count: places }))}
          </Announced>
          <Switch
            className={layout.end}
            size="sm"
            label={t('compare.onlyChanges')}
            checked={collapsed}
            onChange={(event) => setCollapsed(event.currentTarget.checked)}
          />
        </div>
        <div className={cx(styles.sides, layout.fs12, layout.t2)}>
          <span>{was.label}</span>
          <span>{is.label}</span>
        </div>
        <DiffView
          old={was}
          now={is}
          language={kind === 'text' || kind === 'messages' ? 'plain' : 'json'}
          collapsed={collapsed}
          onCompared={setPlaces}
        />
      </div>
    </Modal>
  );
}

const sideOf = ({ at, texts }: Compared, kind: ComparedKind, age: 'older' | 'newer') => ({
  label: t(`compare.${age}`, { time: formatExactMoment(at) }),
  text: texts[kind] ?? '',
});

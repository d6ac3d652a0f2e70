import type { ReactNode } from 'react';
import type { PinItem, PinState } from '../../../api/generated/contract';
import { singleReason } from '../../../api/pins';
import { Mark } from '../../../kit/Mark';
import type { MarkStyle } from '../../../kit/Mark';
import { ItemTitle } from './ItemTitle';
import { itemRemark } from './words';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import listStyles from '../../../kit/list.module.css';
import styles from './review.module.css';

const MARKS: Record<PinState['kind'], MarkStyle> = {
  changed: { icon: 'edit', tone: 'lamp' },
  tampered: { icon: 'warning', tone: 'bad' },
  unlikeBrought: { icon: 'edit', tone: 'lamp' },
  asBrought: { icon: 'check', tone: 'ok' },
  new: { icon: 'plus', tone: 'ok' },
  renamed: { icon: 'plus', tone: 'ok' },
  gone: { icon: 'minus', tone: 'bad' },
  unchanged: { icon: 'check', tone: 't3' },
};

/** One item in a review's list. */
export function ReviewRow({ item }: { item: PinItem }): ReactNode {
  // What the state says already is not said twice.
  const reasons = item.single
    .filter((reason) => reason !== 'stopped' && reason !== 'unlikeBrought')
    .map((reason) => singleReason(reason, item));
  return (
    <>
      <Mark mark={MARKS[item.state.kind]} />
      <span className={layout.grow}>
        <div className={cx(listStyles.tt, layout.mono, layout.fs12)}>
          <ItemTitle item={item} />
        </div>
        <div className={cx(styles.ss, listStyles.ss, styles['review-remark'])}>
          {reasons.length > 0 && (
            <span className={styles['review-single']}>{`${reasons.join(', ')} · `}</span>
          )}
          {itemRemark(item)}
        </div>
      </span>
    </>
  );
}

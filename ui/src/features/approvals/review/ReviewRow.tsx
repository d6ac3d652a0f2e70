import type { ReactNode } from 'react';
import type { PinItem, PinState } from '../../../api/generated/contract';
import { singleReason } from '../../../api/pins';
import { Mark } from '../../../kit/Mark';
import type { MarkStyle } from '../../../kit/Mark';
import { ItemTitle } from './ItemTitle';
import { itemRemark } from './words';

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
    .map(singleReason);
  return (
    <>
      <Mark mark={MARKS[item.state.kind]} />
      <span className="grow">
        <div className="tt mono fs12">
          <ItemTitle item={item} />
        </div>
        <div className="ss review-remark">
          {reasons.length > 0 && <span className="review-single">{`${reasons.join(', ')} · `}</span>}
          {itemRemark(item)}
        </div>
      </span>
    </>
  );
}

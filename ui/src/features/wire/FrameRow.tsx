import type { ReactNode } from 'react';
import type { WireFrame } from '../../api/generated/contract';
import { Icon } from '../../kit/Icon';
import { VisibleText } from '../../kit/VisibleText';
import { formatBytes, formatClock } from '../../lib/format';
import { deltaText, frameName } from './words';
import { t } from '../../words/translate';
import styles from './wire.module.css';

export const ROW_PX = 22;

interface FrameRowProps {
  frame: WireFrame;
  /** The frame shown above it, for the time in between. */
  before: WireFrame | undefined;
  id: string;
  selected: boolean;
  /** It belongs to the call the view above speaks about. */
  inView: boolean;
  position: number;
  count: number;
  top: number;
  onSelect: () => void;
}

interface UnknownRowProps extends Pick<FrameRowProps, 'id' | 'position' | 'count' | 'top'> {
  seq: number;
}

/** A frame that has been asked for and has not come yet. */
export function UnknownRow({ id, seq, position, count, top }: UnknownRowProps): ReactNode {
  return (
    <div
      id={id}
      role="option"
      aria-selected={false}
      aria-label={t('protocolLog.message.loading', { seq })}
      aria-setsize={count}
      aria-posinset={position}
      tabIndex={-1}
      className={styles['wire-row']}
      style={{ transform: `translateY(${top}px)` }}
    />
  );
}

/** One frame: when, which way, what, the beginning of it, how big, how long after. */
export function FrameRow({
  frame,
  before,
  id,
  selected,
  inView,
  position,
  count,
  top,
  onSelect,
}: FrameRowProps): ReactNode {
  return (
    // The listbox has the focus and the keys; an option is only pointed at.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={position}
      tabIndex={-1}
      className={styles['wire-row']}
      data-kind={frame.kind}
      data-fault={frame.isFault || undefined}
      data-in-view={inView || undefined}
      data-direction={frame.direction}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <span className={styles['wire-time']}>{formatClock(frame.at)}</span>
      <span className={styles['wire-arrow']}>
        {frame.direction === 'out' ? (
          <Icon name="frameOut" size={12} label={t('protocolLog.message.sent')} />
        ) : (
          <Icon name="frameIn" size={12} label={t('protocolLog.message.received')} />
        )}
      </span>
      <span className={styles['wire-name']}>
        <VisibleText text={frameName(frame)} />
        {frame.rpcId !== null && <span className={styles['wire-id']}> id {frame.rpcId}</span>}
      </span>
      <span className={styles['wire-summary']}>
        <VisibleText text={frame.summary} />
      </span>
      <span className={styles['wire-size']}>{formatBytes(frame.sizeBytes)}</span>
      <span className={styles['wire-elapsed']}>{deltaText(frame, before)}</span>
    </div>
  );
}

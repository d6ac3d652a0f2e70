import { useEffect, useId, useMemo } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { CallId } from '../../api/generated/contract';
import type { WireLogWindow } from '../../api/wire';
import { equalRows } from '../../kit/rowLayout';
import { useRowWindow } from '../../kit/useRowWindow';
import { FrameRow, ROW_PX, UnknownRow } from './FrameRow';
import type { FrameOrder } from './frames';
import { t } from '../../words/translate';
import styles from './wire.module.css';

interface FrameListProps {
  label: string;
  log: WireLogWindow;
  order: FrameOrder;
  selectedSeq: number | null;
  /** The call the view above speaks about; its frames are marked. */
  callInView: CallId | null;
  onSelect: (seq: number) => void;
  /** Enter or a click: its text is wanted. */
  onOpen: (seq: number) => void;
  /** Escape: its text is wanted no more. */
  onClose: () => void;
}

/** The frames of a log, newest at the bottom. Only the rows in sight are drawn, asked for and kept. */
export function FrameList(props: FrameListProps): ReactNode {
  const { label, log, order, selectedSeq, callInView, onSelect, onOpen, onClose } = props;
  const id = useId();
  const layout = useMemo(() => equalRows(order.count, ROW_PX), [order.count]);
  const { scroller, from, to, following, page, onScroll, toEnd, reveal } = useRowWindow(layout, {
    tail: { gone: order.gone },
  });
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const selectedIndex = selectedSeq === null ? -1 : order.indexOf(selectedSeq);

  useEffect(() => {
    const inSight: number[] = [];
    for (let index = Math.max(0, from - 1); index < to; index += 1) {
      const seq = order.seqAt(index);
      if (seq !== undefined) inSight.push(seq);
    }
    log.want(inSight);
  }, [log, order, from, to]);

  const select = (wanted: number): void => {
    const index = Math.max(0, Math.min(wanted, order.count - 1));
    const seq = order.seqAt(index);
    if (seq === undefined) return;
    onSelect(seq);
    reveal(index);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const target: Record<string, number> = {
      ArrowDown: selectedIndex + 1,
      ArrowUp: selectedIndex < 0 ? order.count - 1 : selectedIndex - 1,
      PageDown: selectedIndex + page,
      PageUp: selectedIndex - page,
      Home: 0,
      End: order.count - 1,
    };
    const index = target[event.key];
    if (index !== undefined) select(index);
    else if (event.key === 'Enter' && selectedSeq !== null && selectedIndex >= 0) onOpen(selectedSeq);
    else if (event.key === 'Escape' && selectedSeq !== null) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles['wire-list-frame']}>
      <div
        ref={scroller}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={
          selectedIndex >= from && selectedIndex < to ? `${id}-${selectedSeq}` : undefined
        }
        className={styles['wire-list']}
        data-part="wire-list"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles['wire-track']} style={{ height: layout.height }}>
          {indexes.map((index) => {
            const seq = order.seqAt(index);
            if (seq === undefined) return null;
            const frame = log.frame(seq);
            const place = {
              id: `${id}-${seq}`,
              position: index + 1,
              count: order.count,
              top: layout.topOf(index),
            };
            if (frame === undefined) return <UnknownRow key={seq} {...place} seq={seq} />;
            const above = order.seqAt(index - 1);
            return (
              <FrameRow
                key={seq}
                {...place}
                frame={frame}
                before={above === undefined ? undefined : log.frame(above)}
                selected={seq === selectedSeq}
                inView={callInView !== null && frame.callId === callInView}
                onSelect={() => onOpen(seq)}
              />
            );
          })}
        </div>
      </div>
      {!following && (
        <button type="button" className={styles['wire-to-end']} onClick={toEnd}>
          {t('protocolLog.toNewest')}
        </button>
      )}
    </div>
  );
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { CallId, WireFrame } from '../../api/generated/contract';
import { observeRect } from '../../components/sectionLayout';
import { FrameRow, ROW_PX } from './FrameRow';
import './wire.css';

interface FrameListProps {
  label: string;
  frames: readonly WireFrame[];
  selectedSeq: number | null;
  /** The call the view above speaks about; its frames are marked. */
  callInView: CallId | null;
  onSelect: (seq: number | null) => void;
}

/** The frames of a log, newest at the bottom. Follows the end until somebody scrolls up. */
export function FrameList({ label, frames, selectedSeq, callInView, onSelect }: FrameListProps): ReactNode {
  const id = useId();
  const { scroller, following, onScroll, toEnd } = useFollowing(frames);
  const virtual = useVirtualizer({
    count: frames.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    // Begins at the end; without this it scrolls to the top when it takes over the element.
    initialOffset: frames.length * ROW_PX,
    observeElementRect: observeRect,
    overscan: 12,
  });
  const selectedIndex = selectedSeq === null ? -1 : frames.findIndex((frame) => frame.seq === selectedSeq);

  const select = (index: number): void => {
    const frame = frames[Math.max(0, Math.min(index, frames.length - 1))];
    if (frame === undefined) return;
    onSelect(frame.seq);
    virtual.scrollToIndex(frames.indexOf(frame), { align: 'auto' });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 1);
    const target: Record<string, number> = {
      ArrowDown: selectedIndex + 1,
      ArrowUp: selectedIndex < 0 ? frames.length - 1 : selectedIndex - 1,
      PageDown: selectedIndex + page,
      PageUp: selectedIndex - page,
      Home: 0,
      End: frames.length - 1,
    };
    const index = target[event.key];
    if (index !== undefined) select(index);
    else if (event.key === 'Escape' && selectedSeq !== null) onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="wire-list-frame">
      <div
        ref={scroller}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={selectedIndex < 0 ? undefined : `${id}-${selectedSeq}`}
        className="wire-list"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className="wire-track" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const frame = frames[index];
            if (frame === undefined) return null;
            return (
              <FrameRow
                key={frame.seq}
                id={`${id}-${frame.seq}`}
                frame={frame}
                before={frames[index - 1]}
                selected={frame.seq === selectedSeq}
                inView={callInView !== null && frame.callId === callInView}
                position={index + 1}
                count={frames.length}
                top={start}
                onSelect={() => onSelect(frame.seq)}
              />
            );
          })}
        </div>
      </div>
      {!following && (
        <button type="button" className="wire-to-end" onClick={toEnd}>
          Go to the newest
        </button>
      )}
    </div>
  );
}

interface Following {
  scroller: RefObject<HTMLDivElement | null>;
  following: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/** Keeps the end in view as long as the end is in view, and what is in view where it is otherwise. */
function useFollowing(frames: readonly WireFrame[]): Following {
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const shown = useRef(frames);

  useLayoutEffect(() => {
    const element = scroller.current;
    const before = shown.current;
    shown.current = frames;
    if (element === null) return;
    if (following) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const first = frames[0]?.seq ?? 0;
    const gone =
      before[0] === undefined || before[0].seq >= first ? 0 : before.findIndex((frame) => frame.seq >= first);
    if (gone > 0) element.scrollTop -= gone * ROW_PX;
  }, [scroller, frames, following]);

  // The drawer grows while it opens, and people drag it: the end stays in view.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !following) return;
    const watch = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller, following]);

  const onScroll = (): void => {
    const element = scroller.current;
    if (element === null) return;
    setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < ROW_PX);
  };
  return { scroller, following, onScroll, toEnd: () => setFollowing(true) };
}

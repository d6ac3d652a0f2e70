import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from './client';
import { known, useSettings } from './queries';

type PaneSize = 'listWidthPx' | 'wireHeightPx';

/** What the core takes; a pane dragged beyond is remembered at the edge. */
const BOUNDS: Readonly<Record<PaneSize, readonly [number, number]>> = {
  listWidthPx: [160, 2_000],
  wireHeightPx: [80, 4_000],
};

interface RememberedSize {
  /** The size to begin with. */
  readonly px: number;
  /** The pane has this size now. */
  readonly measure: (px: number) => void;
  /** The person has let go of the line: the size is kept for the next time. */
  readonly keep: () => void;
}

/** The size of a pane, as the person left it. */
export function usePaneSize(pane: PaneSize, fallbackPx: number): RememberedSize {
  const px = useSettings().data?.[pane] ?? fallbackPx;
  const client = useQueryClient();
  const measured = useRef(px);
  return {
    px,
    measure: (now) => {
      measured.current = now;
    },
    keep: () => {
      const settings = known(client, 'setting.get', {});
      const [least, most] = BOUNDS[pane];
      const next = Math.min(most, Math.max(least, Math.round(measured.current)));
      if (settings === undefined || settings[pane] === next) return;
      // A size that could not be kept is not worth a word: the pane has it for as long as the window lives.
      call('setting.set', { ...settings, [pane]: next }).catch(() => undefined);
    },
  };
}

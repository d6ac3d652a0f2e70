import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber } from '../lib/format';
import { showMessage } from '../lib/notify';
import { ariaKeys, modKey } from '../lib/platform';
import { createStore, useStore } from '../lib/store';
import { visibleString } from '../lib/visible';
import { t } from '../words/translate';
import { Kbd } from './Kbd';
import styles from './undoToast.module.css';

/** As long as what was removed comes back by a press where the core does not say so, ms. */
export const UNDO_MS = 10_000;

export interface UndoOffer {
  /** Another offer of this name takes its place. */
  id: string;
  /** What was done. */
  message: string;
  /** Until when it can be undone, Unix ms. */
  untilAt: number;
  undo: () => void;
  /** The time is over and nobody has undone it. */
  onOver?: () => void;
}

const UNDO_KEYS = `${modKey}+Z`;

/** The offers that stand, oldest first: the keys undo the newest one. */
const standing = createStore<readonly string[]>([]);

/** Says that something was done, and offers to undo it by a button or keys for as long as that works. */
export function offerUndo(offer: UndoOffer): void {
  const { id, message } = offer;
  standing.set((ids) => [...ids.filter((each) => each !== id), id]);
  const leave = () => {
    standing.set((ids) => ids.filter((each) => each !== id));
    notifications.hide(id);
  };
  showMessage(t('common.undoSaid', { message: visibleString(message), keys: UNDO_KEYS }), {
    id,
    autoClose: false,
    withCloseButton: false,
    message: <Offer offer={offer} onLeave={leave} />,
  });
}

function Offer({ offer, onLeave }: { offer: UndoOffer; onLeave: () => void }): ReactNode {
  const { id, message, untilAt, undo, onOver } = offer;
  const isNewest = useStore(standing).at(-1) === id;
  const [left, setLeft] = useState(() => secondsUntil(untilAt));
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = secondsUntil(untilAt);
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      onLeave();
      onOver?.();
    }, 250);
    return () => clearInterval(timer);
    // An offer never changes: it is made anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const back = () => {
    onLeave();
    undo();
  };
  useHotkeys(isNewest ? [['mod+Z', back]] : []);
  return (
    <span className={styles.offer}>
      <span className={styles.message}>{visibleString(message)}</span>
      <Button size="xs" variant="subtle" color="accent" aria-keyshortcuts={ariaKeys('mod+Z')} onClick={back}>
        {t('common.undo')}
      </Button>
      {/* Counting down is nothing to be read out. */}
      <span className={styles.left} aria-hidden>
        {isNewest && <Kbd>{UNDO_KEYS}</Kbd>} {formatNumber(left)}
      </span>
    </span>
  );
}

const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 1_000));

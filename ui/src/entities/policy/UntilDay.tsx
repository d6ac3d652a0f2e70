import { Modal } from '../../kit/controls';
import dayjs from 'dayjs';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../words/translate';
import { endOfDay } from './words';

const DayPicker = lazy(async () => ({ default: (await import('../../kit/DayPicker')).DayPicker }));

interface UntilDayProps {
  open: boolean;
  onClose: () => void;
  /** The end of the day that was picked, Unix ms. */
  onPick: (at: number) => void;
}

/** Picks the last day on which something is allowed. */
export function UntilDay({ open, onClose, onPick }: UntilDayProps): ReactNode {
  const [today] = useState(() => dayjs().format('YYYY-MM-DD'));
  return (
    <Modal opened={open} onClose={onClose} title={t('policies.allow.until')} size="auto" centered>
      <Suspense fallback={null}>
        <DayPicker
          minDate={today}
          onChange={(day) => {
            const at = day === null ? null : endOfDay(day);
            if (at !== null) onPick(at);
            onClose();
          }}
        />
      </Suspense>
    </Modal>
  );
}

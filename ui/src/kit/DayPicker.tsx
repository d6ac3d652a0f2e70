import { DatePicker } from '@mantine/dates';
import type { ReactNode } from 'react';
import { locale } from '../words/translate';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import styles from './fields.module.css';

interface DayPickerProps {
  /** The chosen day, `2026-11-21`. */
  value?: string | null;
  defaultDate?: string;
  minDate?: string;
  onChange: (day: string | null) => void;
}

/** A calendar to choose one day from. */
export function DayPicker(props: DayPickerProps): ReactNode {
  return <DatePicker size="xs" locale={locale()} classNames={{ day: styles['day'] ?? '' }} {...props} />;
}

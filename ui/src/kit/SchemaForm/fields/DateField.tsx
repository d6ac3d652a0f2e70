import { useState } from 'react';
import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { Icon } from '../../Icon';
import { locale, t } from '../../../words/translate';
import { ariaOf, type ControlProps } from '../control';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/de';
import { dayOf, withDay, zonedNow } from '../moment';

const EXAMPLES = { date: '2026-11-21', 'date-time': '2026-11-21T14:30:00Z', time: '14:30:00Z' } as const;

/** A date or time as it is sent, typed or picked. The text is the value, so nothing typed is ever lost. */
export function DateField(props: ControlProps<'text'>) {
  const { id, shape, value, onChange, required } = props;
  const [open, setOpen] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const format = shape.format === 'date' || shape.format === 'time' ? shape.format : 'date-time';
  const pick = (next: string) => {
    onChange(next);
    setOpen(false);
  };

  return (
    <div className="sf-with-button">
      <input
        id={id}
        className="sf-control"
        autoComplete="off"
        spellCheck={false}
        placeholder={EXAMPLES[format]}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          onChange(next === '' && !required ? undefined : next);
        }}
        onBlur={props.onBlur}
        {...ariaOf(props)}
      />
      {format === 'time' ? (
        <button
          type="button"
          className="sf-inner-button"
          aria-label={t('form.now')}
          title={t('form.now')}
          onClick={() => pick(zonedNow('time'))}
        >
          <Icon name="clock" size={14} />
        </button>
      ) : (
        <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <button
              type="button"
              className="sf-inner-button"
              aria-label={t('form.pickDate')}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <Icon name="calendar" size={14} />
            </button>
          </Popover.Target>
          <Popover.Dropdown className="sf-calendar">
            <DatePicker
              size="xs"
              locale={locale()}
              value={dayOf(text)}
              defaultDate={dayOf(text) ?? zonedNow('date')}
              onChange={(day) => day !== null && pick(format === 'date' ? day : withDay(text, day))}
            />
            <button
              type="button"
              className="sf-text-button"
              onClick={() => pick(zonedNow(format === 'date' ? 'date' : 'date-time'))}
            >
              {t(format === 'date' ? 'form.today' : 'form.now')}
            </button>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

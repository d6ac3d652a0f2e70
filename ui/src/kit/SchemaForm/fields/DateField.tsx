import { Popover, TextInput } from '@mantine/core';
import { ActionIcon } from '../../ActionIcon';
import { Button } from '../../Button';
import { Suspense, lazy, useState } from 'react';
import { t } from '../../../words/translate';
import { visibleString } from '../../../lib/visible';
import { Icon } from '../../Icon';
import { Tooltip } from '../../Tooltip';
import { ariaOf, type ControlProps } from '../control';
import { dayOf, withDay, zonedNow } from '../moment';

const DayPicker = lazy(async () => ({ default: (await import('../../DayPicker')).DayPicker }));

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

  const button =
    format === 'time' ? (
      <Tooltip label={t('form.now')}>
        <ActionIcon
          size="xs"
          aria-label={t('form.nowOf', { name: visibleString(props.title) })}
          onClick={() => pick(zonedNow('time'))}
        >
          <Icon name="clock" size={14} />
        </ActionIcon>
      </Tooltip>
    ) : (
      <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            size="xs"
            aria-label={t('form.pickDate', { name: visibleString(props.title) })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Icon name="calendar" size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense fallback={null}>
            <DayPicker
              value={dayOf(text)}
              defaultDate={dayOf(text) ?? zonedNow('date')}
              onChange={(day) => day !== null && pick(format === 'date' ? day : withDay(text, day))}
            />
          </Suspense>
          <Button
            size="xs"
            variant="subtle"
            onClick={() => pick(zonedNow(format === 'date' ? 'date' : 'date-time'))}
          >
            {t(format === 'date' ? 'common.today' : 'form.now')}
          </Button>
        </Popover.Dropdown>
      </Popover>
    );

  return (
    <TextInput
      id={id}
      autoComplete="off"
      spellCheck={false}
      placeholder={EXAMPLES[format]}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        onChange(next === '' && !required ? undefined : next);
      }}
      onBlur={props.onBlur}
      rightSection={button}
      {...ariaOf(props)}
    />
  );
}

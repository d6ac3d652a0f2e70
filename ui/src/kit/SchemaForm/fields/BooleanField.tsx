import { Switch } from '@mantine/core';
import { t } from '../../../words/translate';
import { Segments } from '../../Segments';
import type { ControlProps } from '../control';

/** A switch where there is always a value. */
export function SwitchControl(props: ControlProps<'boolean'>) {
  return (
    <Switch
      id={props.id}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      onBlur={props.onBlur}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
    />
  );
}

const CHOICES = { unset: undefined, true: true, false: false } as const;
type Choice = keyof typeof CHOICES;
const choiceOf = (value: unknown): Choice => (value === true ? 'true' : value === false ? 'false' : 'unset');

/** Yes, no, or left out: an optional boolean has three states and a switch only two. */
export function OptionalBoolean(props: ControlProps<'boolean'>) {
  return (
    <Segments<Choice>
      labelledBy={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      data={[
        { value: 'unset', label: t('form.notSet') },
        { value: 'true', label: 'true' },
        { value: 'false', label: 'false' },
      ]}
      value={choiceOf(props.value)}
      onChange={(choice) => props.onChange(CHOICES[choice])}
      onBlur={props.onBlur}
    />
  );
}

import { t } from '../../../words/translate';
import { ariaOf, type ControlProps } from '../control';
import { Segments } from '../../Segments';

/** A switch where there is always a value. */
export function SwitchControl(props: ControlProps<'boolean'>) {
  return (
    <input
      id={props.id}
      type="checkbox"
      role="switch"
      className="sf-switch"
      checked={props.value === true}
      aria-checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
      onBlur={props.onBlur}
      aria-invalid={ariaOf(props)['aria-invalid']}
      aria-describedby={props.describedBy}
    />
  );
}

const CHOICES = [undefined, true, false];

/** Yes, no, or left out: an optional boolean has three states and a switch only two. */
export function OptionalBoolean(props: ControlProps<'boolean'>) {
  return (
    <Segments
      pick="one"
      labelledBy={props.labelId}
      describedBy={props.describedBy}
      invalid={props.invalid}
      segments={[{ label: t('form.notSet') }, { label: 'true' }, { label: 'false' }]}
      chosen={[CHOICES.findIndex((choice) => choice === props.value)]}
      onPick={(index) => props.onChange(CHOICES[index])}
      onBlur={props.onBlur}
    />
  );
}

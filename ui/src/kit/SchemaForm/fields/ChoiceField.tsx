import { Select } from '@mantine/core';
import { ActionIcon } from '../../ActionIcon';
import { Icon } from '../../Icon';
import { sameJson } from '../../../lib/json';
import { t } from '../../../words/translate';
import { ariaOf, type ControlProps } from '../control';
import { optionLabel, type Option } from '../shape';
import { Segments } from '../../Segments';
import { Tooltip } from '../../Tooltip';
import { visibleString } from '../../../lib/visible';
import styles from '../schemaForm.module.css';

/** Whether the choices are few and short enough to stand side by side. */
export function fitsSegments(options: readonly Option[]): boolean {
  return options.length <= 4 && options.reduce((sum, { label }) => sum + label.length + 3, 0) <= 34;
}

/** The choices, with null where it is allowed and a value from elsewhere that is none of them. */
export function choicesFor({ shape, value }: Pick<ControlProps<'choice'>, 'shape' | 'value'>): Option[] {
  const options = [...shape.options];
  const add = (extra: Option) => {
    if (!options.some((option) => sameJson(option.value, extra.value))) options.push(extra);
  };
  if (shape.nullable) add({ value: null, label: 'null', description: undefined });
  if (value !== undefined)
    add({ value, label: t('form.notAnOption', { value: optionLabel(value) }), description: undefined });
  return options;
}

/** One of a closed set: side by side if few, else a list to search in. */
export function ChoiceField(props: ControlProps<'choice'>) {
  const options = choicesFor(props);
  const index = options.findIndex((option) => sameJson(option.value, props.value));
  if (fitsSegments(options)) {
    return (
      <span className={styles['sf-inline']}>
        {!props.required && index >= 0 && (
          <Tooltip label={t('common.clear')}>
            <ActionIcon
              size="xs"
              aria-label={t('form.clear', { name: visibleString(props.title) })}
              onClick={() => props.onChange(undefined)}
            >
              <Icon name="close" size={12} />
            </ActionIcon>
          </Tooltip>
        )}
        <Segments
          labelledBy={props.labelId}
          required={props.required}
          invalid={props.invalid}
          describedBy={props.describedBy}
          data={options.map(({ label, description }, value) => ({ value, label, title: description }))}
          value={index < 0 ? null : index}
          onChange={(next) => props.onChange(options[next]?.value)}
          onBlur={props.onBlur}
        />
      </span>
    );
  }
  return (
    <Select
      id={props.id}
      data={options.map(({ label }, place) => ({ value: String(place), label: visibleString(label) }))}
      value={index < 0 ? null : String(index)}
      onChange={(place) => props.onChange(place === null ? undefined : options[Number(place)]?.value)}
      onBlur={props.onBlur}
      searchable
      rightSection={props.required || index < 0 ? <Icon name="down" size={14} /> : undefined}
      rightSectionPointerEvents={props.required || index < 0 ? 'none' : 'all'}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('form.clear', { name: visibleString(props.title) }) }}
      allowDeselect={false}
      placeholder={t('common.select')}
      nothingFoundMessage={t('form.noMatch')}
      limit={200}
      {...ariaOf(props)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

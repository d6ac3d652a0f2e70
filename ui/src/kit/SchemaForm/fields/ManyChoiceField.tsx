import { MultiSelect } from '@mantine/core';
import { type JsonValue, sameJson } from '../../../lib/json';
import { t } from '../../../words/translate';
import { ariaOf, type ControlProps } from '../control';
import { optionLabel, type Option } from '../shape';
import { Toggles } from '../../Segments';
import { visibleString } from '../../../lib/visible';

const MOST_TOGGLES = 7;

/** Several of a closed set: toggles if few, else a list to search in. Values keep the schema's order. */
export function ManyChoiceField(props: ControlProps<'manyChoice'>) {
  const chosen = Array.isArray(props.value) ? props.value : [];
  const options = withStrangers(props.shape.options, chosen);
  const change = (next: JsonValue[]) =>
    props.onChange(next.length === 0 && !props.required ? undefined : next);
  const picked = options.flatMap(({ value }, index) =>
    chosen.some((item) => sameJson(item, value)) ? [index] : [],
  );
  const pick = (indexes: readonly number[]) =>
    change(options.filter((_, index) => indexes.includes(index)).map(({ value }) => value));

  if (options.length <= MOST_TOGGLES) {
    return (
      <Toggles
        labelledBy={props.labelId}
        describedBy={props.describedBy}
        invalid={props.invalid}
        data={options.map(({ label, description }, value) => ({ value, label, title: description }))}
        value={picked}
        onChange={pick}
        onBlur={props.onBlur}
      />
    );
  }
  return (
    <MultiSelect
      id={props.id}
      data={options.map(({ label }, index) => ({ value: String(index), label: visibleString(label) }))}
      value={picked.map(String)}
      onChange={(places) => pick(places.map(Number))}
      onBlur={props.onBlur}
      searchable
      placeholder={picked.length === 0 ? t('form.searchOptions', { count: options.length }) : ''}
      nothingFoundMessage={t('form.noMatch')}
      limit={200}
      {...ariaOf(props)}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

// What came from elsewhere and is no choice stays visible, so that it can be taken out and is not lost unseen.
function withStrangers(options: readonly Option[], chosen: readonly JsonValue[]): Option[] {
  const strangers = chosen.filter((item) => !options.some(({ value }) => sameJson(value, item)));
  return [
    ...options,
    ...strangers.map((value) => ({
      value,
      label: t('form.notAnOption', { value: optionLabel(value) }),
      description: undefined,
    })),
  ];
}

import { ActionIcon } from '../../ActionIcon';
import { Button } from '../../Button';
import { useContext, useMemo } from 'react';
import { Icon } from '../../Icon';
import type { JsonValue } from '../../../lib/json';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { LineageContext, useEdit, useForm, type Lineage } from '../context';
import { newItem } from '../defaults';
import type { Path } from '../../../lib/jsonPath';
import type { Shape } from '../shape';
import styles from '../schemaForm.module.css';

interface ListItemsProps {
  path: Path;
  title: string;
  shape: Extract<Shape, { kind: 'list' }>;
  value: JsonValue | undefined;
  need: 'needed' | 'optional';
}

/** The entries of a list, one below the other. */
export function ListItems({ path, title, shape, value, need }: ListItemsProps) {
  const { Field, access, root, state } = useForm();
  const edit = useEdit();
  const around = useContext(LineageContext);
  const lineage = useMemo<Lineage>(
    () => [...around, { path, schema: shape.schema, optional: false }],
    [around, path, shape],
  );
  const items = Array.isArray(value) ? value : [];
  const schemaAt = (index: number) => shape.prefix[index] ?? shape.items;
  const most = shape.schema['maxItems'];
  const canAdd =
    access === 'edit' &&
    schemaAt(items.length) !== undefined &&
    !(typeof most === 'number' && items.length >= most);

  const change = (next: JsonValue[]) => {
    state.dropTexts(path);
    edit(path, next.length === 0 && need === 'optional' ? undefined : next);
  };
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };

  return (
    <LineageContext value={lineage}>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no identity but their place
        <div key={index} className={styles['sf-entry']}>
          <Field
            parent={path}
            name={index}
            schema={schemaAt(index)}
            value={item}
            need="needed"
            width="full"
            label={itemName(title, index)}
          />
          {access === 'edit' && (
            <div className={styles['sf-entry-actions']}>
              <ActionIcon
                size="xs"
                aria-label={t('form.moveUp', { name: itemName(title, index) })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <Icon name="up" size={14} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t('form.moveDown', { name: itemName(title, index) })}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <Icon name="down" size={14} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t('common.removeOf', { name: itemName(title, index) })}
                onClick={() => change(items.filter((_, other) => other !== index))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </div>
          )}
        </div>
      ))}
      {canAdd && (
        <Button
          size="xs"
          variant="subtle"
          className={styles['sf-add']}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => change([...items, newItem(schemaAt(items.length), root)])}
        >
          {t('form.addItem', { title: visibleString(title) })}
        </Button>
      )}
    </LineageContext>
  );
}

const itemName = (title: string, index: number): string =>
  t('form.item', { title: visibleString(title), number: index + 1 });

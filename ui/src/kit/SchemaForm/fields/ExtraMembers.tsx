import { TextInput } from '@mantine/core';
import { ActionIcon } from '../../ActionIcon';
import { Button } from '../../Button';
import { useState } from 'react';
import { Icon } from '../../Icon';
import { type JsonValue, own, type JsonObject } from '../../../lib/json';
import { visibleString } from '../../../lib/visible';
import { t } from '../../../words/translate';
import { useEdit, useForm } from '../context';
import { newItem } from '../defaults';
import { pathKey, type Path } from '../../../lib/jsonPath';
import layout from '../../../styles/layout.module.css';
import styles from '../schemaForm.module.css';

interface ExtraMembersProps {
  path: Path;
  names: readonly string[];
  held: JsonObject;
  schema: JsonValue | undefined;
  canAdd: boolean;
  taken: ReadonlySet<string>;
}

/** Members the schema does not name: a key and a value each. */
export function ExtraMembers({ path, names, held, schema, canAdd, taken }: ExtraMembersProps) {
  const { Field, access, id, root, state } = useForm();
  const edit = useEdit();
  const [key, setKey] = useState('');
  const name = key.trim();
  const isTaken = taken.has(name) || names.includes(name);
  const add = () => {
    if (name === '' || isTaken) return;
    edit([...path, name], newItem(schema, root));
    setKey('');
  };
  const inputId = `${id}-new${pathKey(path)}`;

  return (
    <div className={styles['sf-extra']} data-wide>
      {names.map((member) => (
        <div key={member} className={styles['sf-entry']}>
          <Field
            parent={path}
            name={member}
            schema={schema}
            value={own(held, member)}
            need="optional"
            width="full"
          />
          {access === 'edit' && (
            <ActionIcon
              size="xs"
              aria-label={t('common.removeOf', { name: visibleString(member) })}
              onClick={() => {
                state.dropTexts([...path, member]);
                edit([...path, member], undefined);
              }}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {canAdd && access === 'edit' && (
        <div className={styles['sf-add-row']}>
          <TextInput
            id={inputId}
            className={layout.grow}
            aria-label={t('form.newKey')}
            error={isTaken}
            placeholder={t('form.newKey')}
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              add();
            }}
          />
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            disabled={name === '' || isTaken}
            onClick={add}
          >
            {t(isTaken ? 'form.keyExists' : 'common.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

import { Button, PasswordField, Select, TextInput } from '../../kit/controls';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { JsonValue, WebtoolDetail, WebtoolSecretChange } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { Icon } from '../../kit/Icon';
import { KeyringNote } from '../../entities/message/KeyringNote';
import { SchemaForm } from '../../kit/SchemaForm/SchemaForm';
import type { SchemaFormHandle } from '../../kit/SchemaForm/SchemaForm';
import { VisibleText } from '../../kit/VisibleText';
import { isObject } from '../../lib/json';
import { notify } from '../../lib/notify';
import { Refused } from './Refused';
import { messageText } from '../../words/message';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import serversStyles from './servers.module.css';
import styles from './webtools.module.css';

/** What is typed for a credential; nothing typed keeps what is stored. */
type Typed = Readonly<Record<string, WebtoolSecretChange>>;

/** Where the token stands among the credentials. */
const TOKEN = 'token';

const SCHEDULES = [
  { value: '0', text: 'servers.webtool.config.manually' },
  { value: '24', text: 'servers.webtool.config.daily' },
  { value: '168', text: 'servers.webtool.config.weekly' },
] as const;

/** How the person has set up a webtool: its own configuration, its credentials, its name. */
export function WebtoolConfig({ detail }: { detail: WebtoolDetail }): ReactNode {
  const { snapshot, formSchema, slots } = detail;
  const [config, setConfig] = useState<JsonValue>(detail.config);
  const [label, setLabel] = useState(snapshot.label);
  const [every, setEvery] = useState(String(detail.checkEveryHours));
  const [typed, setTyped] = useState<Typed>({});
  const form = useRef<SchemaFormHandle>(null);
  const save = useOperation('webtool.configure', {
    onSuccess: () => {
      setTyped({});
      notify(t('common.saved'));
    },
  });
  const hasForm =
    isObject(formSchema) &&
    Object.keys(isObject(formSchema['properties']) ? formSchema['properties'] : {}).length > 0;
  const submit = () => {
    if (hasForm && (form.current?.check() ?? []).length > 0) return;
    save.mutate({
      webtoolId: snapshot.id,
      label,
      config,
      secrets: slots.map(({ pointer }) => ({ pointer, change: typed[pointer] ?? { kind: 'keep' } })),
      token: typed[TOKEN] ?? { kind: 'keep' },
      checkEveryHours: Number(every),
    });
  };
  const change = (key: string) => (to: WebtoolSecretChange) => setTyped((all) => ({ ...all, [key]: to }));
  return (
    <section aria-label={t('common.configuration')}>
      <h3 className={layout.label}>{t('common.configuration')}</h3>
      <form
        className={styles['webtool-config']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {slots.map((slot) => (
          <Credential
            key={slot.pointer}
            name={slot.name}
            description={slot.description ?? (slot.carrier && messageText(slot.carrier))}
            required={slot.required}
            kept={slot.kept}
            change={typed[slot.pointer]}
            onChange={change(slot.pointer)}
          />
        ))}
        {hasForm && (
          <SchemaForm
            ref={form}
            label={t('servers.webtool.config.form', { webtool: snapshot.label })}
            schema={formSchema}
            formats="asserted"
            value={config}
            onChange={setConfig}
          />
        )}
        <Credential
          name={t('servers.webtool.accessToken')}
          description={t('servers.webtool.config.tokenHelp')}
          required={false}
          kept={detail.hasToken}
          change={typed[TOKEN]}
          onChange={change(TOKEN)}
        />
        <div className={serversStyles.two}>
          <TextInput
            label={t('common.name')}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          {snapshot.url !== null && (
            <Select
              label={t('servers.webtool.config.checkEvery')}
              data={SCHEDULES.map((one) => ({ value: one.value, label: t(one.text) }))}
              value={every}
              allowDeselect={false}
              onChange={(value) => setEvery(value ?? '0')}
            />
          )}
        </div>
        {Object.values(typed).some(({ kind }) => kind === 'set') && <KeyringNote show="always" />}
        <Refused error={save.error} />
        <div className={layout.row}>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}

interface CredentialProps {
  name: string;
  description: string | null;
  required: boolean;
  kept: boolean;
  change: WebtoolSecretChange | undefined;
  onChange: (change: WebtoolSecretChange) => void;
}

/** One credential: it goes to the keyring and never comes back. */
function Credential({ name, description, required, kept, change, onChange }: CredentialProps): ReactNode {
  const forgotten = change?.kind === 'forget';
  return (
    <div className={cx(layout.row, styles['webtool-credential'])}>
      <PasswordField
        className={layout.grow}
        label={<VisibleText text={name} />}
        required={required}
        leftSection={<Icon name="lock" size={14} />}
        description={description === null ? undefined : <VisibleText text={description} />}
        placeholder={
          forgotten
            ? t('servers.webtool.config.deletedOnSave')
            : kept
              ? t('servers.webtool.config.stored')
              : ''
        }
        value={change?.kind === 'set' ? change.value : ''}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? { kind: 'keep' } : { kind: 'set', value })
        }
      />
      {kept && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={t(forgotten ? 'servers.webtool.config.keepOf' : 'servers.webtool.config.deleteOf', {
            name: visibleString(name),
          })}
          onClick={() => onChange({ kind: forgotten ? 'keep' : 'forget' })}
        >
          {t(forgotten ? 'servers.webtool.config.keep' : 'common.delete')}
        </Button>
      )}
    </div>
  );
}

import { Button, Checkbox, Modal, PasswordField, Select, TextInput } from '../../../kit/controls';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { KeyChange, ModelProvider, ProviderId, ProviderKind } from '../../../api/generated/contract';
import { useOperation } from '../../../api/queries';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { t } from '../../../words/translate';
import { KINDS, isProviderKind, kindName } from './kinds';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './models.module.css';

interface ProviderDialogProps {
  /** The one to change; `null` = a new one. */
  provider: ModelProvider | null;
  others: readonly ModelProvider[];
  onClose: () => void;
  /** Hears which one was added. */
  onAdded: (id: ProviderId) => void;
}

/** Where a provider is, and its key, which only ever goes in. A new one is tested by asking for its models. */
export function ProviderDialog({ provider, others, onClose, onAdded }: ProviderDialogProps): ReactNode {
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'anthropic');
  const [label, setLabel] = useState(provider?.label ?? freeLabel('anthropic', others));
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '');
  const [key, setKey] = useState('');
  const [forget, setForget] = useState(false);
  const add = useOperation('model.add', {
    onSuccess: ({ id }) => {
      onAdded(id);
      onClose();
    },
  });
  const edit = useOperation('model.edit', { onSuccess: onClose });
  const { error } = provider === null ? add : edit;
  const fault = (field: string) => error?.fields.find((one) => one.field === field)?.message;
  const choose = (text: string | null): void => {
    if (!isProviderKind(text)) return;
    if (label === '' || label === freeLabel(kind, others)) setLabel(freeLabel(text, others));
    setKind(text);
    add.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (add.isPending || edit.isPending) return;
    const typed = key.trim() === '' ? null : key;
    if (provider === null) add.mutate({ kind, label, baseUrl, key: typed });
    else edit.mutate({ providerId: provider.id, label, baseUrl, key: keyChange(typed, forget) });
  };
  const { defaultUrl, needsKey } = KINDS[kind];
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size="md"
      title={
        provider === null ? t('settings.models.add') : t('settings.models.edit', { provider: provider.label })
      }
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <form className={styles['models-form']} onSubmit={submit}>
        {provider === null && (
          <Select
            label={t('common.type')}
            allowDeselect={false}
            data={Object.keys(KINDS)
              .filter(isProviderKind)
              .map((value) => ({ value, label: kindName(value) }))}
            value={kind}
            onChange={choose}
            data-autofocus
          />
        )}
        <TextInput
          label={t('common.name')}
          value={label}
          error={fault('label')}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <TextInput
          label={t('common.url')}
          description={
            defaultUrl === '' ? t('settings.provider.baseUrlHelp') : t('settings.provider.defaultUrlHelp')
          }
          placeholder={defaultUrl}
          spellCheck={false}
          autoComplete="off"
          value={baseUrl}
          error={fault('baseUrl')}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <PasswordField
          label={t('settings.provider.key')}
          description={keyHelp(provider, needsKey)}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('settings.provider.showKey') }}
          disabled={forget}
          value={key}
          error={fault('key')}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {provider?.hasKey === true && !needsKey && (
          <Checkbox
            label={t('settings.provider.removeKey')}
            checked={forget}
            onChange={(event) => setForget(event.currentTarget.checked)}
          />
        )}
        {error !== null && error.fields.length === 0 && <ErrorNotice error={error} />}
        {provider === null && (
          <p className={cx(layout.fs12, layout.t2)}>{t('settings.provider.testedHelp')}</p>
        )}
        <div className={cx(layout.row, layout['dialog-actions'])}>
          <Button size="md" variant="subtle" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={add.isPending || edit.isPending}>
            {provider === null ? t('common.add') : t('common.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function keyChange(typed: string | null, forget: boolean): KeyChange {
  if (forget) return { kind: 'remove' };
  return typed === null ? { kind: 'keep' } : { kind: 'set', key: typed };
}

function keyHelp(provider: ModelProvider | null, needsKey: boolean): string {
  if (provider?.hasKey === true) return t('settings.provider.replaceKeyHelp');
  return needsKey ? t('settings.provider.keyHelp') : t('settings.provider.optionalKeyHelp');
}

/** The kind’s own name, as long as no other provider has it. */
function freeLabel(kind: ProviderKind, others: readonly ModelProvider[]): string {
  const name = kindName(kind);
  const taken = new Set(others.map((other) => other.label));
  let label = name;
  for (let number = 2; taken.has(label); number += 1) label = `${name} ${number}`;
  return label;
}

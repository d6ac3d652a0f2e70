import { ActionIcon, Button, Select } from '../../../kit/controls';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ModelProvider } from '../../../api/generated/contract';
import { useOperation } from '../../../api/queries';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Icon } from '../../../kit/Icon';
import { Note } from '../../../kit/Note';
import { VisibleText } from '../../../kit/VisibleText';
import { formatMoment } from '../../../lib/format';
import { t } from '../../../words/translate';
import { kindName } from './kinds';
import { ServerName } from '../../../entities/server/ServerName';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './models.module.css';

interface ProviderRowProps {
  provider: ModelProvider;
  /** Whether it has just been added, and is tested. */
  isNew: boolean;
  onEdit: () => void;
}

/** One provider: what it has, and whether it works. Each of its buttons says what it sends. */
export function ProviderRow({ provider, isNew, onEdit }: ProviderRowProps): ReactNode {
  const list = useOperation('model.list');
  const test = useOperation('model.test');
  const remove = useOperation('model.remove');
  const tried = useRef(false);
  const { mutate: load } = list;
  useEffect(() => {
    if (!isNew || tried.current) return;
    tried.current = true;
    load({ providerId: provider.id });
  }, [isNew, load, provider.id]);
  const [chosen, setChosen] = useState<string | null>(null);
  const { id, label, models } = provider;
  const model = chosen ?? models[0]?.id ?? null;
  const failed = [list, test, remove].find((each) => each.isError);
  return (
    <li className={styles['models-row']}>
      <div className={styles['models-head']}>
        <span className={styles['models-kind']} aria-hidden="true">
          <Icon name="spark" size={16} />
        </span>
        <div className={layout.grow}>
          <p>
            <span className={layout.b}>{label}</span>{' '}
            <span className={cx(layout.fs12, layout.t2)}>{kindName(provider.kind)}</span>
          </p>
          <p className={cx(layout.mono, layout.t2, layout.wrap, layout.fs12)}>{provider.baseUrl}</p>
          <p className={cx(layout.fs12, layout.t3)}>{facts(provider)}</p>
        </div>
        <ActionIcon
          aria-label={t('settings.models.edit', { provider: label })}
          title={t('settings.models.edit', { provider: label })}
          onClick={onEdit}
        >
          <Icon name="edit" size={14} />
        </ActionIcon>
        <ActionIcon
          aria-label={t('settings.models.remove', { provider: label })}
          title={t('settings.models.removeHelp', { provider: label })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ providerId: id })}
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      </div>
      {provider.changedOutside && (
        <Note
          tone="lamp"
          actions={
            <Button size="xs" onClick={onEdit}>
              {t('settings.models.edit', { provider: label })}
            </Button>
          }
        >
          {t.rich('settings.models.changedOutside', { provider: () => <ServerName label={label} /> })}
        </Note>
      )}
      <div className={styles['models-try']}>
        <Button
          size="xs"
          loading={list.isPending}
          disabled={provider.changedOutside}
          onClick={() => list.mutate({ providerId: id })}
        >
          {models.length === 0 ? t('settings.models.loadModels') : t('settings.models.reloadModels')}
        </Button>
        {models.length > 0 && (
          <>
            <Select
              className={styles['models-select']}
              size="xs"
              aria-label={t('settings.models.modelToTest', { provider: label })}
              searchable
              allowDeselect={false}
              data={models.map((each) => each.id)}
              value={model}
              onChange={setChosen}
              limit={200}
            />
            <Button
              size="xs"
              loading={test.isPending}
              disabled={model === null || provider.changedOutside}
              onClick={() => model !== null && test.mutate({ providerId: id, model })}
            >
              {t('settings.models.test')}
            </Button>
          </>
        )}
      </div>
      {failed?.error != null && <ErrorNotice error={failed.error} />}
      {test.data !== undefined && !test.isPending && !test.isError && (
        <Note tone="ok" role="status">
          {t.rich('settings.models.testPassed', { text: () => <VisibleText text={test.data.text} /> })}{' '}
          {test.data.tokens !== null && (
            <span className={cx(layout.t2, layout.num)}>
              {t('settings.models.tokens', { count: test.data.tokens })}
            </span>
          )}
        </Note>
      )}
    </li>
  );
}

function facts({ models, hasKey, fetchedAt }: ModelProvider): string {
  const listed =
    fetchedAt === null
      ? t('settings.models.notListed')
      : t('settings.models.listed', { count: models.length, when: formatMoment(fetchedAt) });
  return [hasKey ? t('settings.models.hasKey') : t('settings.models.noKey'), listed].join(' · ');
}

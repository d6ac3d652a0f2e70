import { Button } from '../../../kit/controls';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ModelProvider, ProviderId } from '../../../api/generated/contract';
import { useAnswer } from '../../../api/queries';
import { EmptyState } from '../../../kit/EmptyState';
import { ErrorNotice } from '../../../entities/message/ErrorNotice';
import { Icon } from '../../../kit/Icon';
import { Skeleton } from '../../../kit/Skeleton';
import { t } from '../../../words/translate';
import { HintTable } from './HintTable';
import { ProviderDialog } from './ProviderDialog';
import { ProviderRow } from './ProviderRow';
import { ServerModels } from './ServerModels';
import { cx } from '../../../lib/cx';
import layout from '../../../styles/layout.module.css';
import styles from './models.module.css';

/** Where models are reached, and which of them a server's hint means. */
export function Models(): ReactNode {
  const providers = useAnswer('model.providers', {});
  const [dialog, setDialog] = useState<ModelProvider | 'new' | null>(null);
  const [added, setAdded] = useState<ProviderId | null>(null);
  const add = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setDialog('new')}>
      {t('settings.models.add')}
    </Button>
  );
  return (
    <section aria-labelledby="set-models">
      <h2 id="set-models">{t('settings.models.title')}</h2>
      <p className={cx(layout.fs12, layout.t2)}>{t('settings.models.help')}</p>
      {providers.isPending && <Skeleton rows={2} />}
      {providers.isError && <ErrorNotice error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.data?.length === 0 && (
        <div className={styles['models-empty']}>
          <EmptyState icon="spark" title={t('settings.models.empty')} actions={add}>
            {t('settings.models.emptyHelp')}
          </EmptyState>
        </div>
      )}
      {providers.data !== undefined && providers.data.length > 0 && (
        <>
          <ul className={styles['models-list']} aria-label={t('settings.models.list')}>
            {providers.data.map((provider) => (
              <ProviderRow
                key={provider.id}
                provider={provider}
                isNew={provider.id === added}
                onEdit={() => setDialog(provider)}
              />
            ))}
          </ul>
          {add}
          <HintTable providers={providers.data} />
          <ServerModels />
        </>
      )}
      {dialog !== null && (
        <ProviderDialog
          provider={dialog === 'new' ? null : dialog}
          others={providers.data ?? []}
          onClose={() => setDialog(null)}
          onAdded={setAdded}
        />
      )}
    </section>
  );
}

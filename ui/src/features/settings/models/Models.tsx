import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ModelProvider } from '../../../api/generated/contract';
import { useProviders } from '../../../api/models';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { Icon } from '../../../components/Icon';
import { Skeleton } from '../../../components/Skeleton';
import { HintTable } from './HintTable';
import { ProviderDialog } from './ProviderDialog';
import { ProviderRow } from './ProviderRow';
import { ServerModels } from './ServerModels';
import './models.css';

/** Where models are reached, and which of them a server's hint means. */
export function Models(): ReactNode {
  const providers = useProviders();
  const [dialog, setDialog] = useState<ModelProvider | 'new' | null>(null);
  const add = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setDialog('new')}>
      Add a provider
    </Button>
  );
  return (
    <section aria-labelledby="set-models">
      <h2 id="set-models">Models</h2>
      <p className="fs12 t2 setting-words">
        Servers may ask for a model’s words. Nothing is ever sent to a provider until you press Run in
        Approvals, and you can always answer by hand instead.
      </p>
      {providers.isPending && <Skeleton rows={2} />}
      {providers.isError && <ErrorNotice error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.data?.length === 0 && (
        <div className="models-empty">
          <EmptyState icon="spark" title="No model yet" actions={add}>
            Without one you answer by hand. Add Anthropic, OpenAI, Gemini, Ollama on this computer, or
            anything that speaks as OpenAI does.
          </EmptyState>
        </div>
      )}
      {providers.data !== undefined && providers.data.length > 0 && (
        <>
          <ul className="models-list" aria-label="Providers">
            {providers.data.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} onEdit={() => setDialog(provider)} />
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
        />
      )}
    </section>
  );
}

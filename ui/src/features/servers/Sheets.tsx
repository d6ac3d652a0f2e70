import type { ReactNode } from 'react';
import type { ServerId } from '../../api/generated/contract';
import { useServer } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Sheet } from '../../kit/Sheet';
import { Skeleton } from '../../kit/Skeleton';
import { sheet } from '../../lib/panels';
import { useStore } from '../../lib/store';
import { draftFromConfig, emptyDraft } from './draft';
import { ImportSheet } from './ImportSheet';
import { ServerSheet } from './ServerSheet';
import { t } from '../../words/translate';

/** The sheet that is open, if one is. It lies over every screen. */
export function Sheets(): ReactNode {
  const open = useStore(sheet);
  switch (open.kind) {
    case 'closed':
      return null;
    case 'add':
      return <ServerSheet serverId={null} drafts={[emptyDraft()]} paste={open.paste} />;
    case 'edit':
      return <EditSheet key={open.serverId} serverId={open.serverId} />;
    case 'import':
      return <ImportSheet apps={open.apps} />;
  }
}

function EditSheet({ serverId }: { serverId: ServerId }): ReactNode {
  const { data, isError, error, refetch } = useServer(serverId);
  const close = () => sheet.set({ kind: 'closed' });
  if (data !== undefined && data.config.kind !== 'demo') {
    return (
      <ServerSheet
        serverId={serverId}
        drafts={[draftFromConfig(data.snapshot.label, data.config, data.era)]}
        paste=""
      />
    );
  }
  return (
    <Sheet title={t('serverForm.title.edit')} onClose={close} footer={null}>
      {isError ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />}
    </Sheet>
  );
}

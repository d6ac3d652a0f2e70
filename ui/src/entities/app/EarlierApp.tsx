import { useState } from 'react';
import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { Button } from '../../kit/controls';
import { EmptyState } from '../../kit/EmptyState';
import { asServer } from '../../lib/sourceIds';
import { visibleString } from '../../lib/visible';
import { t } from '../../words/translate';
import { ToolApp } from './ToolApp';

interface EarlierAppProps {
  entry: HistoryEntry;
  serverLabel: string;
}

/** The app that draws the result of an earlier call. Nothing is read or shown until the person asks for it. */
export function EarlierApp({ entry: { row, outcome }, serverLabel }: EarlierAppProps): ReactNode {
  const running = useAnswer('mcpApp.list', {}).data?.some(({ callId }) => callId === outcome.callId) ?? false;
  const [wanted, setWanted] = useState(false);
  if (running || wanted)
    return (
      <ToolApp
        serverId={asServer(row.serverId)}
        serverLabel={serverLabel}
        tool={row.name}
        arguments={row.arguments}
        outcome={outcome}
      />
    );
  return (
    <EmptyState
      icon="run"
      title={t('apps.earlier', { server: visibleString(serverLabel) })}
      actions={
        <Button size="xs" onClick={() => setWanted(true)}>
          {t('apps.show')}
        </Button>
      }
    />
  );
}

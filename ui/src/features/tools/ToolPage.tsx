import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SourceId, ServerSnapshot, ToolDetail } from '../../api/generated/contract';
import { useServers, useTool } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Skeleton } from '../../components/Skeleton';
import { Definition } from './Definition';
import { readJson } from '../../lib/json';
import { adoptArguments } from './drafts';
import { Runner } from './Runner';
import { ToolHead } from './ToolHead';

interface ToolPageProps {
  serverId: SourceId;
  name: string;
}

/** One tool: who offers it, what it takes, what it returned. */
export function ToolPage({ serverId, name }: ToolPageProps): ReactNode {
  const tool = useTool(serverId, name);
  const { data: servers = [] } = useServers();
  const server = servers.find(({ id }) => id === serverId);
  if (tool.isPending) return <Skeleton rows={4} />;
  if (tool.isError)
    return <ErrorNotice error={tool.error} shape="pane" onRetry={() => void tool.refetch()} />;
  return <LoadedTool tool={tool.data} server={server} />;
}

type View = 'run' | 'definition';

function LoadedTool({ tool, server }: { tool: ToolDetail; server: ServerSnapshot | undefined }): ReactNode {
  const [view, setView] = useState<View>('run');
  // An earlier call that is to be run again brings its arguments along, once.
  const rerun = useRouterState({ select: ({ location }) => location.state.rerun });
  const adopted = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (rerun === undefined || adopted.current === rerun) return;
    adopted.current = rerun;
    const reading = readJson(rerun);
    if (reading.kind === 'value') adoptArguments(tool, reading.value);
  }, [rerun, tool]);
  return (
    <section className="tool" aria-label={tool.head.title}>
      <ToolHead tool={tool} server={server} view={view} onView={setView} />
      {view === 'definition' ? (
        <Definition tool={tool} onClose={() => setView('run')} />
      ) : (
        <Runner tool={tool} server={server} onShowDefinition={() => setView('definition')} />
      )}
    </section>
  );
}

import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ApiError } from '../../api/client';
import type { SourceId, ServerSnapshot, ToolDetail } from '../../api/generated/contract';
import { useNoteOpened } from '../../api/bookmarks';
import { useAnswer, useServers } from '../../api/queries';
import { useOwners, useStoppedWebtool, type Owner } from '../../api/webtools';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { Definition } from './Definition';
import { announce } from '../../lib/announce';
import { argumentFill } from '../../lib/argumentFill';
import { readJson } from '../../lib/json';
import { useStore } from '../../lib/store';
import { visibleString } from '../../lib/visible';
import { adoptArguments, fillArgument, toolEntry } from './drafts';
import { Runner } from './Runner';
import { show } from './runs';
import { ToolHead } from './ToolHead';
import { t } from '../../words/translate';
import styles from './tools.module.css';

interface ToolPageProps {
  serverId: SourceId;
  name: string;
}

/** One tool: who offers it, what it takes, what it returned. */
export function ToolPage({ serverId, name }: ToolPageProps): ReactNode {
  const tool = useAnswer('tool.get', { serverId, name });
  const { data: servers = [] } = useServers();
  const server = servers.find(({ id }) => id === serverId);
  const stopped = useStoppedWebtool(serverId);
  const owner = useOwners().find(({ id }) => id === serverId);
  useNoteOpened(toolEntry({ serverId, name }), tool.data?.head.title);
  if (tool.isPending) return <Skeleton rows={4} />;
  if (tool.data === undefined)
    return <ErrorNotice error={tool.error} shape="pane" onRetry={() => void tool.refetch()} />;
  // What was on the page stays there, with what came of the last run.
  const withdrawn = tool.error === null || stopped !== null ? null : whyGone(tool.error, owner, server);
  const blocked = stopped === null ? withdrawn : t('tools.page.blocked', { reason: stopped.reason });
  return <LoadedTool tool={tool.data} server={server} withdrawn={withdrawn} blocked={blocked} />;
}

/** Why a tool that was listed is listed no more. */
function whyGone(error: ApiError, owner: Owner | undefined, server: ServerSnapshot | undefined): string {
  if (owner === undefined || error.code !== 'notFound') return error.message;
  if (server !== undefined && server.state.kind !== 'running')
    return t('tools.page.notRunning', { server: owner.label });
  return t('tools.page.withdrawn', { server: owner.label });
}

type View = 'run' | 'definition';

interface LoadedToolProps {
  tool: ToolDetail;
  server: ServerSnapshot | undefined;
  /** Why it is listed no more; `null` = it is. */
  withdrawn: string | null;
  /** Why it cannot be run now; `null` = it can. */
  blocked: string | null;
}

function LoadedTool({ tool, server, withdrawn, blocked }: LoadedToolProps): ReactNode {
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
  // A content that was sent here stands in one argument, once.
  const fill = useStore(argumentFill);
  useEffect(() => {
    if (fill === null || fill.serverId !== tool.head.serverId || fill.tool !== tool.head.name) return;
    argumentFill.set(null);
    fillArgument(tool, fill.argument, fill.value);
    announce(t('tools.arguments.filled', { argument: visibleString(fill.argument) }));
  }, [fill, tool]);
  // And one that was looked at elsewhere shows its result.
  const earlier = useRouterState({ select: ({ location }) => location.state.earlier });
  const { serverId, name } = tool.head;
  useEffect(() => {
    if (earlier !== undefined) show(serverId, name, { kind: 'history', id: earlier });
  }, [earlier, serverId, name]);
  return (
    <section className={styles.tool} aria-label={visibleString(tool.head.title)}>
      <ToolHead tool={tool} server={server} blocked={blocked} view={view} onView={setView}>
        {withdrawn !== null && (
          <Note tone="lamp" role="status">
            <VisibleText text={withdrawn} />
          </Note>
        )}
      </ToolHead>
      {view === 'definition' ? (
        <Definition tool={tool} onClose={() => setView('run')} />
      ) : (
        <Runner
          tool={tool}
          server={server}
          blocked={blocked}
          onShowDefinition={() => setView('definition')}
        />
      )}
    </section>
  );
}

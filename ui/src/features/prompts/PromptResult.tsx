import type { ReactNode } from 'react';
import type { HistoryId, PromptHead, ServerSnapshot } from '../../api/generated/contract';
import { useHistoryEntry } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { EmptyState } from '../../kit/EmptyState';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { gotOf, type Got, type Shown } from './got';
import { PromptHistory } from './PromptHistory';
import { PromptMessages } from './PromptMessages';
import styles from './prompts.module.css';

interface PromptResultProps {
  prompt: PromptHead;
  server: ServerSnapshot | undefined;
  shown: Shown | null;
}

/** What a prompt gave, now or earlier, and the way to all that it gave. */
export function PromptResult({ prompt, server, shown }: PromptResultProps): ReactNode {
  if (shown?.kind === 'history') return <FromHistory prompt={prompt} server={server} id={shown.id} />;
  if (shown?.kind === 'got') return <Messages prompt={prompt} server={server} got={shown.got} />;
  return (
    <Without prompt={prompt}>
      <EmptyState icon="prompt" title={t('common.noMessagesYet')}>
        {t('prompts.noMessages.help')}
      </EmptyState>
    </Without>
  );
}

interface MessagesProps {
  prompt: PromptHead;
  server: ServerSnapshot | undefined;
  got: Got;
}

function Messages({ prompt, server, got }: MessagesProps): ReactNode {
  const { serverId, name, title } = prompt;
  return (
    <PromptMessages
      key={`${got.at} ${got.outcome.historyId}`}
      got={got}
      server={server}
      title={title}
      history={
        <PromptHistory
          serverId={serverId}
          name={name}
          title={title}
          got={got}
          shownId={got.outcome.historyId}
        />
      }
    />
  );
}

interface FromHistoryProps {
  prompt: PromptHead;
  server: ServerSnapshot | undefined;
  id: HistoryId;
}

function FromHistory({ prompt, server, id }: FromHistoryProps): ReactNode {
  const entry = useHistoryEntry(id);
  if (entry.isPending) return <Skeleton rows={4} />;
  if (entry.isError) {
    return (
      <Without prompt={prompt} shownId={id}>
        <ErrorNotice error={entry.error} onRetry={() => void entry.refetch()} />
      </Without>
    );
  }
  const got = gotOf(entry.data);
  if (got !== null) return <Messages prompt={prompt} server={server} got={got} />;
  const { ending } = entry.data.outcome;
  return (
    <Without prompt={prompt} shownId={id}>
      {ending.kind === 'failed' ? (
        <ErrorNotice error={ending.error} />
      ) : (
        <Note icon="close">{t('content.result.cancelled')}</Note>
      )}
    </Without>
  );
}

interface WithoutProps {
  prompt: PromptHead;
  shownId?: HistoryId;
  children: ReactNode;
}

/** In place of messages; the history stays within reach. */
function Without({ prompt: { serverId, name, title }, shownId, children }: WithoutProps): ReactNode {
  return (
    <>
      <div className={cx(layout.row, styles['prompt-bar'])}>
        <span className={layout.end}>
          <PromptHistory serverId={serverId} name={name} title={title} got={null} shownId={shownId ?? null} />
        </span>
      </div>
      <div className={styles['prompt-error']}>{children}</div>
    </>
  );
}

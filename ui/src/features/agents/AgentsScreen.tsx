import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AgentSnapshot } from '../../api/generated/contract';
import { useAnswer } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Announced } from '../../kit/Announced';
import { Button } from '../../kit/controls';
import { EmptyState } from '../../kit/EmptyState';
import { Skeleton } from '../../kit/Skeleton';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { AgentRow } from './AgentRow';
import { ByHand } from './ByHand';
import { ConnectDialog } from './ConnectDialog';
import { RemoveDialog } from './RemoveDialog';
import styles from './agents.module.css';

const rowKey = ({ id, file }: AgentSnapshot): string => `${id} ${file}`;

/** Agents on this computer, each connected to Usher by one entry in its own file. */
export function AgentsScreen(): ReactNode {
  // Their files change outside of Usher, so each look reads them again.
  const { data, isPending, isFetching, error, refetch } = useAnswer(
    'agent.list',
    {},
    { staleTime: 0, refetchOnWindowFocus: true },
  );
  const [connected, setConnected] = useState<AgentSnapshot | null>(null);
  const [reduced, setReduced] = useState<AgentSnapshot | null>(null);
  // The row whose button may be gone when the dialog closes.
  const [written, setWritten] = useState<string | null>(null);
  const agents = data?.agents ?? [];
  return (
    <div className={cx(styles.screen, layout.scrolls)}>
      <div className={styles.inner}>
        <header className={styles.head}>
          <h1>{t('common.connectAgent')}</h1>
          <Button size="md" loading={isFetching && !isPending} onClick={() => void refetch()}>
            {t('common.refresh')}
          </Button>
        </header>
        <p className={layout.t2}>
          {t('agents.help')} {t('agents.asked')}
        </p>
        {isPending && (
          <>
            <Announced className={layout['sr-only']}>{t('agents.loading')}</Announced>
            <Skeleton rows={5} />
          </>
        )}
        {error !== null && <ErrorNotice shape="pane" error={error} onRetry={() => void refetch()} />}
        {data !== undefined && agents.length === 0 && (
          <EmptyState icon="terminal" title={t('agents.empty.title')}>
            {t('agents.empty.help')}
          </EmptyState>
        )}
        {agents.length > 0 && (
          <ul className={styles.list} aria-label={t('agents.list')}>
            {agents.map((agent) => (
              <AgentRow
                key={rowKey(agent)}
                agent={agent}
                takesFocus={written === rowKey(agent)}
                onConnect={() => setConnected(agent)}
                onRemoveImported={() => {
                  setWritten(null);
                  setReduced(agent);
                }}
              />
            ))}
          </ul>
        )}
        {data !== undefined && (
          <section aria-label={t('agents.other')}>
            {agents.length > 0 && (
              <>
                <h2>{t('agents.other')}</h2>
                <p className={cx(layout.fs12, layout.t2)}>{t('agents.empty.help')}</p>
              </>
            )}
            <ByHand text={data.paste} change="add" />
          </section>
        )}
      </div>
      <ConnectDialog agent={connected} onClose={() => setConnected(null)} />
      <RemoveDialog
        agent={reduced}
        onWritten={() => setWritten(reduced && rowKey(reduced))}
        onClose={() => setReduced(null)}
      />
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../kit/controls';
import type { ArgumentCheck, HistoryId, ServerId, ToolDetail } from '../../api/generated/contract';
import { usePreparedView } from '../../api/apps';
import { useHistoryEntry, useServer } from '../../api/queries';
import { EarlierApp } from '../../entities/app/EarlierApp';
import { ToolApp } from '../../entities/app/ToolApp';
import { CallResult } from '../../entities/result/CallResult';
import { ShowInActivity } from '../../entities/result/ShowInActivity';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { Skeleton } from '../../kit/Skeleton';
import { formatExactMoment } from '../../lib/format';
import { toolAfterSignIn } from '../../lib/panels';
import { asServer } from '../../lib/sourceIds';
import { RunningCall } from './RunningCall';
import type { Run, Shown } from './runs';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from './tools.module.css';

interface ResultPaneProps {
  tool: ToolDetail;
  serverLabel: string;
  shown: Shown | null;
  run: Run | null;
  /** Sends the same arguments again. */
  onAgain: ((check: ArgumentCheck) => void) | undefined;
  onShowDefinition: () => void;
}

/** What came of the call that was begun or looked up last. */
export function ResultPane(props: ResultPaneProps): ReactNode {
  const { tool, serverLabel, shown, run, onAgain, onShowDefinition } = props;
  usePreparedView(tool.head.uiResource !== null, run?.callId ?? null);
  const schemaAction = tool.outputSchema !== null && (
    <LinkButton onClick={onShowDefinition}>{t('tools.schema.showOutput')}</LinkButton>
  );
  if (shown?.kind === 'history') {
    return <FromHistory id={shown.id} tool={tool} serverLabel={serverLabel} schemaAction={schemaAction} />;
  }
  if (run === null) {
    return (
      <section className={styles['no-result']} aria-label={t('common.result')}>
        <p className={layout.t3}>{t('tools.result.empty')}</p>
      </section>
    );
  }
  switch (run.state.kind) {
    case 'running':
      return <RunningCall run={run} serverLabel={serverLabel} />;
    case 'ended':
      return (
        <CallResult
          outcome={run.state.outcome}
          serverId={run.serverId}
          tool={run.tool}
          serverLabel={serverLabel}
          schemaAction={schemaAction}
          actions={
            <>
              {run.state.outcome.ending.kind === 'failed' && (
                <SignInFirst serverId={asServer(run.serverId)} tool={run.tool} />
              )}
              <ShowInActivity id={run.state.outcome.historyId} />
            </>
          }
          app={
            tool.head.uiResource === null ? null : (
              <ToolApp
                key={run.callId}
                serverId={asServer(run.serverId)}
                serverLabel={serverLabel}
                tool={run.tool}
                arguments={run.arguments}
                outcome={run.state.outcome}
              />
            )
          }
          onRetry={onAgain && (() => onAgain('refuse'))}
        />
      );
    case 'refused':
      return (
        <section className={styles.refused} aria-label={t('common.result')}>
          <h3 className={layout.bb}>{t('tools.result.notSent')}</h3>
          <ErrorNotice error={run.state.error} />
          {run.state.error.fields.length > 0 && (
            <ul className={styles['refused-fields']}>
              {run.state.error.fields.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  <code>{field}</code> {message}
                </li>
              ))}
            </ul>
          )}
          {run.state.error.code === 'invalid' && onAgain !== undefined && (
            <Button size="xs" variant="subtle" onClick={() => onAgain('sendAnyway')}>
              {t('tools.arguments.sendAnyway')}
            </Button>
          )}
        </section>
      );
  }
}

/** Leads to the sign-in that a server requires for a call. */
/** Leads to the sign-in that the server wants for the call, and back to the call. */
function SignInFirst({ serverId, tool }: { serverId: ServerId; tool: string }): ReactNode {
  const server = useServer(serverId);
  const navigate = useNavigate();
  if ((server.data?.wantsAccess ?? null) === null) return null;
  return (
    <Button
      size="xs"
      variant="filled"
      onClick={() => {
        toolAfterSignIn.set({ serverId, tool });
        void navigate({ to: '/servers', search: { server: serverId, view: 'signIn' } });
      }}
    >
      {t('common.signIn')}
    </Button>
  );
}

interface FromHistoryProps {
  id: HistoryId;
  tool: ToolDetail;
  serverLabel: string;
  schemaAction: ReactNode;
}

function FromHistory({ id, tool, serverLabel, schemaAction }: FromHistoryProps): ReactNode {
  const entry = useHistoryEntry(id);
  if (entry.isPending) return <Skeleton rows={3} />;
  if (entry.isError) return <ErrorNotice error={entry.error} shape="pane" />;
  const { outcome, row } = entry.data;
  return (
    <CallResult
      outcome={outcome}
      serverId={row.serverId}
      tool={row.name}
      serverLabel={serverLabel}
      schemaAction={schemaAction}
      actions={<ShowInActivity id={id} />}
      app={
        tool.head.uiResource === null ? null : (
          <EarlierApp key={outcome.callId} entry={entry.data} serverLabel={serverLabel} />
        )
      }
      first="content"
      when={
        <span className={cx(layout.fs12, layout.t3)}>
          {t('tools.result.from', { time: formatExactMoment(row.startedAt) })}
        </span>
      }
    />
  );
}

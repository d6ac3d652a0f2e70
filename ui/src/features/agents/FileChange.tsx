import { useCallback, useEffect } from 'react';
import type { ReactNode } from 'react';
import type { AgentPreview, AgentSnapshot, AgentWritten, Message } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { MessageText } from '../../entities/message/MessageText';
import { Announced } from '../../kit/Announced';
import { Button } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { ByHand } from './ByHand';
import { FileDiff } from './FileDiff';
import styles from './agents.module.css';

interface FileChangeProps {
  agent: AgentSnapshot;
  /** The servers to remove, read again for each other array; `null` = the entry of Usher is written. */
  removed: readonly string[] | null;
  onWritten: (written: Extract<AgentWritten, { kind: 'done' }>) => void;
  onClose: () => void;
}

/** Shows exactly what would be written into an agent's file, and writes it when the person agrees. */
export function FileChange({ agent, removed, onWritten, onClose }: FileChangeProps): ReactNode {
  const { id, file } = agent;
  const connecting = useOperation('agent.preview');
  const removing = useOperation('agent.previewRemoval');
  const apply = useOperation('agent.apply', {
    onSuccess: (written) => (written.kind === 'done' ? onWritten(written) : undefined),
  });
  const { mutate: readConnecting } = connecting;
  const { mutate: readRemoving, reset: forgetRemoving } = removing;
  const { reset: forgetApplied } = apply;
  const read = useCallback(() => {
    forgetApplied();
    if (removed === null) return readConnecting({ id, file });
    return removed.length === 0 ? forgetRemoving() : readRemoving({ id, file, names: [...removed] });
  }, [id, file, removed, readConnecting, readRemoving, forgetRemoving, forgetApplied]);
  useEffect(read, [read]);
  const preview = removed === null ? connecting : removing;
  const shown = preview.data;
  const refused = apply.data?.kind === 'refused' ? apply.data : shown?.kind === 'refused' ? shown : null;
  const ready = refused === null && shown?.kind === 'ready' ? shown : null;
  return (
    <>
      <div className={styles.dialog}>
        {preview.isPending && (
          <>
            <Announced className={layout['sr-only']}>{t('agents.preview.loading')}</Announced>
            <Skeleton rows={5} />
          </>
        )}
        {preview.isError && <ErrorNotice error={preview.error} onRetry={read} />}
        {refused !== null && (
          <Refused
            reason={refused.reason}
            byHand={refused.byHand}
            change={removed === null ? 'add' : 'remove'}
          />
        )}
        {ready !== null && <Shown preview={ready} />}
        {apply.isError && <ErrorNotice error={apply.error} />}
      </div>
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button size="md" variant="subtle" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {apply.data?.kind === 'refused' || apply.isError ? (
          <Button size="md" variant="filled" loading={preview.isPending} onClick={read}>
            {t('common.retry')}
          </Button>
        ) : (
          <Button
            size="md"
            variant="filled"
            disabled={ready === null || ready.change === 'none'}
            loading={apply.isPending}
            onClick={() => ready !== null && apply.mutate({ previewId: ready.previewId })}
          >
            {t('agents.preview.write')}
          </Button>
        )}
      </div>
    </>
  );
}

function Shown({ preview }: { preview: Extract<AgentPreview, { kind: 'ready' }> }): ReactNode {
  const { backup, change, file, lines } = preview;
  return (
    <>
      <Announced as="p">{t(`agents.preview.${change}`)}</Announced>
      <dl className={styles.facts}>
        <dt>{t('agents.preview.file')}</dt>
        <dd className={layout.mono}>
          <VisibleText text={file} />
        </dd>
        {change !== 'none' && (
          <>
            <dt>{t('agents.preview.backup')}</dt>
            <dd className={backup === null ? layout.t2 : layout.mono}>
              {backup === null ? t('agents.preview.noBackup') : <VisibleText text={backup} />}
            </dd>
          </>
        )}
      </dl>
      {lines.length > 0 && <FileDiff label={t('agents.preview.lines', { file })} lines={lines} />}
    </>
  );
}

interface RefusedProps {
  reason: Message;
  byHand: string;
  change: 'add' | 'remove';
}

function Refused({ reason, byHand, change }: RefusedProps): ReactNode {
  return (
    <>
      <Note tone="bad" role="alert">
        <span className={layout.b}>{t('agents.preview.refused')}.</span> <MessageText message={reason} />
      </Note>
      <ByHand text={byHand} change={change} />
    </>
  );
}

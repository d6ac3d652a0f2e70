import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { AgentPreview, AgentSnapshot, Message } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../entities/message/ErrorNotice';
import { MessageText } from '../../entities/message/MessageText';
import { Announced } from '../../kit/Announced';
import { Button, Modal } from '../../kit/controls';
import { Note } from '../../kit/Note';
import { Skeleton } from '../../kit/Skeleton';
import { VisibleText } from '../../kit/VisibleText';
import { cx } from '../../lib/cx';
import { notify } from '../../lib/notify';
import layout from '../../styles/layout.module.css';
import { t } from '../../words/translate';
import { FileDiff } from './FileDiff';
import { PasteText } from './PasteText';
import styles from './agents.module.css';

interface ConnectDialogProps {
  /** The agent to connect; `null` = the dialog is closed. */
  agent: AgentSnapshot | null;
  onClose: () => void;
}

/** Shows exactly what connecting an agent writes, and writes it when the person agrees. */
export function ConnectDialog({ agent, onClose }: ConnectDialogProps): ReactNode {
  return (
    // It stays while it is closed, so that it gives the focus back.
    <Modal
      opened={agent !== null}
      onClose={onClose}
      centered
      size="xl"
      title={agent !== null && t('agents.preview.title', { agent: agent.name })}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      {agent !== null && <Connect agent={agent} onClose={onClose} />}
    </Modal>
  );
}

function Connect({ agent, onClose }: { agent: AgentSnapshot; onClose: () => void }): ReactNode {
  const { id, file, name } = agent;
  const preview = useOperation('agent.preview');
  const apply = useOperation('agent.apply', {
    onSuccess: (written) => {
      if (written.kind !== 'done') return;
      notify(t('agents.done.connected', { agent: name }));
      onClose();
    },
  });
  const { mutate: read } = preview;
  useEffect(() => read({ id, file }), [read, id, file]);
  const again = () => {
    apply.reset();
    read({ id, file });
  };
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
        {preview.isError && <ErrorNotice error={preview.error} onRetry={again} />}
        {refused !== null && <Refused reason={refused.reason} paste={refused.paste} />}
        {ready !== null && <Shown preview={ready} />}
        {apply.isError && <ErrorNotice error={apply.error} />}
      </div>
      <div className={cx(layout.row, layout['dialog-actions'])}>
        <Button size="md" variant="subtle" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {apply.data?.kind === 'refused' || apply.isError ? (
          <Button size="md" variant="filled" loading={preview.isPending} onClick={again}>
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

function Refused({ reason, paste }: { reason: Message; paste: string }): ReactNode {
  return (
    <>
      <Note tone="bad" role="alert">
        <span className={layout.b}>{t('agents.preview.refused')}.</span> <MessageText message={reason} />
      </Note>
      <PasteText text={paste} />
    </>
  );
}

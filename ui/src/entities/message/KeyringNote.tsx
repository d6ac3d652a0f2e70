import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import { useAnswer, useOperation } from '../../api/queries';
import { ErrorNotice } from './ErrorNotice';
import { MessageText } from './MessageText';
import { Note } from '../../kit/Note';
import { messageText } from '../../words/message';
import { t } from '../../words/translate';
import { cx } from '../../lib/cx';
import layout from '../../styles/layout.module.css';
import styles from '../../kit/note.module.css';

interface KeyringNoteProps {
  /** `always` where a secret is being written down; `whenWaiting` where it matters only if a server lacks one. */
  show: 'always' | 'whenWaiting';
}

/** The keyring cannot be used: why, and both ways on. Nothing while it can. */
export function KeyringNote({ show }: KeyringNoteProps): ReactNode {
  const { data: status } = useAnswer('secret.status', {});
  const retry = useOperation('secret.retry');
  const keep = useOperation('secret.useMemoryStore');
  if (status === undefined || status.state.kind === 'available') return null;
  const { state, keepingForThisRun, waitingServers } = status;
  if (show === 'whenWaiting' && waitingServers === 0) return null;
  const busy = retry.isPending || keep.isPending;
  const title = t(state.kind === 'locked' ? 'shared.keyring.locked' : 'shared.keyring.missing');
  const said = `${title}. ${messageText(state.message)}`;
  return (
    <div className={styles.keyring}>
      {/* Its buttons are in the text, and are not said with it. */}
      <Note tone="lamp" icon="lock" role="status" said={said}>
        <p className={layout.b}>{title}</p>
        <p>
          {waitingServers > 0 && `${t('shared.keyring.waiting', { count: waitingServers })} `}
          <MessageText message={state.message} /> {keepingForThisRun && t('shared.keyring.inMemory')}
        </p>
        <div className={cx(layout.row, styles['keyring-actions'])}>
          <Button size="xs" disabled={busy} loading={retry.isPending} onClick={() => retry.mutate({})}>
            {t(state.kind === 'locked' ? 'shared.keyring.unlock' : 'common.retry')}
          </Button>
          {!keepingForThisRun && (
            <Button size="xs" variant="subtle" disabled={busy} onClick={() => keep.mutate({})}>
              {t('shared.keyring.keepInMemory')}
            </Button>
          )}
        </div>
        {retry.isError && <ErrorNotice error={retry.error} />}
      </Note>
    </div>
  );
}

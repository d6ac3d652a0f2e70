import { Button } from '../../kit/controls';
import type { ReactNode } from 'react';
import type { SavedFile } from '../../api/generated/contract';
import { formatBytes } from '../../lib/format';
import { CopyButton } from '../../kit/CopyButton';
import { Note } from '../../kit/Note';
import { t } from '../../words/translate';
import styles from '../../kit/note.module.css';

/** Where a log, a record or the setup was saved. */
export function SavedNote({ saved, onClose }: { saved: SavedFile; onClose: () => void }): ReactNode {
  return (
    <div className={styles['saved-note']}>
      <Note
        tone="ok"
        icon="check"
        role="status"
        actions={
          <>
            <CopyButton label={t('common.copyPath')} text={() => saved.path} />
            <Button size="xs" variant="subtle" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        }
      >
        {t.rich('shared.saved', {
          size: formatBytes(saved.sizeBytes),
          path: () => <code>{saved.path}</code>,
        })}
      </Note>
    </div>
  );
}

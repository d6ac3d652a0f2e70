import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SavedFile } from '../api/generated/contract';
import { Note } from './Note';
import { formatBytes } from '../lib/format';

/** Where a log or record was saved. */
export function SavedNote({ saved, onClose }: { saved: SavedFile; onClose: () => void }): ReactNode {
  return (
    <div className="saved-note">
      <Note
        tone="ok"
        icon="check"
        role="status"
        actions={
          <Button size="xs" variant="subtle" onClick={onClose}>
            Close
          </Button>
        }
      >
        Saved {formatBytes(saved.sizeBytes)}, secrets left out, to <code>{saved.path}</code>
      </Note>
    </div>
  );
}

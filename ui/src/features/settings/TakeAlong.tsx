import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SetupLeftOut, SetupSaved } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { OpenFile } from '../../components/OpenFile';
import { SavedNote } from '../../components/SavedNote';
import { SetupDialog } from './SetupDialog';

/** The core reads no longer one. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const LEFT_OUT: Record<SetupLeftOut, string> = {
  oldVersions: 'There was no room for versions of webtools that are kept but not used.',
  reviews:
    'There was no room for what you reviewed, nor for versions of webtools that are kept but not used. Everything else is in the file.',
};

/** Everything that is set up as one file: to keep, or to take to another computer. */
export function TakeAlong(): ReactNode {
  const [saved, setSaved] = useState<SetupSaved | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const save = useOperation('setup.save', { onSuccess: setSaved });
  return (
    <section aria-labelledby="set-setup">
      <h2 id="set-setup">Setup file</h2>
      <p className="fs12 t2 setting-words">
        All servers, webtools and pinned versions in one file, with what you reviewed and your policies,
        without secrets. Importing one starts nothing: each entry is looked at by you before it can run.
      </p>
      <div className="setting">
        <Button
          size="xs"
          loading={save.isPending}
          leftSection={<Icon name="export" size={14} />}
          onClick={() => save.mutate({})}
        >
          Export
        </Button>
        <OpenFile maxBytes={MAX_FILE_BYTES} onText={setOpened} leftSection={<Icon name="import" size={14} />}>
          Import…
        </OpenFile>
      </div>
      {saved !== null && <SavedNote saved={saved} onClose={() => setSaved(null)} />}
      {saved !== null && saved.leftOut !== null && (
        <Note tone="lamp" role="status">
          {LEFT_OUT[saved.leftOut]}
        </Note>
      )}
      {save.isError && <ErrorNotice error={save.error} />}
      {opened !== null && <SetupDialog text={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SetupBlanked, SetupLeftOut, SetupSaved } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { Note } from '../../components/Note';
import { OpenFile } from '../../components/OpenFile';
import { SavedNote } from '../../components/SavedNote';
import { VisibleText } from '../../components/VisibleText';
import { visibleString } from '../../lib/visible';
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
      {saved !== null && saved.blanked.length > 0 && <Blanked blanked={saved.blanked} />}
      {save.isError && <ErrorNotice error={save.error} />}
      {opened !== null && <SetupDialog text={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** Which credentials stand in the open in definitions, and are therefore not in the file. */
function Blanked({ blanked }: { blanked: SetupBlanked[] }): ReactNode {
  return (
    <Note tone="lamp" role="status">
      These are stored in the open here and look like secrets. They are not in the file and have to be entered
      again after an import; edit the server to keep them as secrets here too.
      <ul className="blanked">
        {blanked.map(({ server, names }) => (
          <li key={server}>
            <VisibleText text={server} />: <span className="mono">{names.map(visibleString).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

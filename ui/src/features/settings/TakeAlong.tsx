import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SavedFile } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Icon } from '../../components/Icon';
import { copyText } from '../../lib/clipboard';
import { formatBytes } from '../../lib/format';
import { notify } from '../../lib/notify';
import { SetupDialog } from './SetupDialog';

/** Everything that is set up as one file: to keep, or to take to another computer. */
export function TakeAlong(): ReactNode {
  const [saved, setSaved] = useState<SavedFile | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const save = useOperation('setup.save', { onSuccess: setSaved });
  const open = async (file: File | null) => {
    if (file !== null) setOpened(await file.text());
  };
  return (
    <section aria-labelledby="set-setup">
      <h2 id="set-setup">Setup file</h2>
      <p className="fs12 t2 setting-words">
        All servers, webtools and pinned versions in one file, without secrets. Importing one starts nothing:
        each entry is looked at by you before it can run.
      </p>
      <div className="setting">
        <Button
          size="xs"
          loading={save.isPending}
          leftSection={<Icon name="download" size={14} />}
          onClick={() => save.mutate({})}
        >
          Export
        </Button>
        <FileButton onChange={(file) => void open(file)} accept="application/json,.json">
          {(props) => (
            <Button {...props} size="xs" leftSection={<Icon name="import" size={14} />}>
              Import…
            </Button>
          )}
        </FileButton>
      </div>
      {saved !== null && (
        <div className="setting" role="status">
          <span className="b">Exported</span>
          <span className="end mono cut t2" title={saved.path}>
            {saved.path}
          </span>
          <span className="t3 num">{formatBytes(saved.sizeBytes)}</span>
          <Button
            size="xs"
            aria-label="Copy the path of the exported file"
            onClick={() =>
              void copyText(saved.path).then((done) =>
                notify(done ? 'Copied' : 'The clipboard cannot be used.'),
              )
            }
          >
            Copy
          </Button>
        </div>
      )}
      {save.isError && <ErrorNotice error={save.error} />}
      {opened !== null && <SetupDialog text={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

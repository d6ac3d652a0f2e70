import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { SetupEntry } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Sheet } from '../../components/Sheet';
import { Skeleton } from '../../components/Skeleton';
import { VisibleText } from '../../components/VisibleText';
import { count } from '../../lib/format';
import { notify } from '../../lib/notify';

/** What is in a setup file, verified; the person chooses what of it is added. */
export function SetupDialog({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  // The text is the file itself and never asked for again: it is kept only while it is shown.
  const entries = useQuery({
    queryKey: ['setup', text],
    queryFn: () => call('setup.read', { text }),
    gcTime: 0,
    retry: false,
  });
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isChosen = ({ index, known, problem }: SetupEntry) =>
    problem === null && (changed.get(index) ?? !known);
  const picks = (entries.data ?? []).filter(isChosen).map(({ index }) => index);
  const add = useOperation('setup.import', {
    onSuccess: ({ added }) => {
      notify(`${count(added, 'entry', 'entries')} imported; nothing was started`);
      onClose();
    },
  });
  return (
    <Sheet
      title="Import a setup file"
      onClose={onClose}
      footer={
        <>
          <Button size="md" variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <span className="grow fs12 t2">
            Nothing is started. You agree to each entry where you turn it on.
          </span>
          <Button
            size="md"
            variant="filled"
            disabled={picks.length === 0}
            loading={add.isPending}
            onClick={() => add.mutate({ text, picks })}
          >
            Import {count(picks.length, 'entry', 'entries')}
          </Button>
        </>
      }
    >
      {entries.isPending && <Skeleton rows={5} />}
      {entries.isError && <ErrorNotice error={entries.error} />}
      {entries.data?.length === 0 && (
        <EmptyState icon="import" title="Nothing to import">
          There is neither a server nor a webtool in this file.
        </EmptyState>
      )}
      <div className="setup-entries">
        {entries.data?.map((entry) => (
          <Checkbox
            key={entry.index}
            checked={isChosen(entry)}
            disabled={entry.problem !== null}
            onChange={(event) => setChanged(new Map(changed).set(entry.index, event.currentTarget.checked))}
            label={<VisibleText text={entry.label} />}
            description={
              <>
                <span className="mono wrap">
                  <VisibleText text={entry.leadsTo} />
                </span>
                <span className="setup-remarks">{remarks(entry).join(' · ')}</span>
              </>
            }
          />
        ))}
      </div>
      {add.isError && <ErrorNotice error={add.error} />}
    </Sheet>
  );
}

function remarks({ kind, version, secrets, known, problem }: SetupEntry): string[] {
  return [
    kind === 'server'
      ? 'Server'
      : `Webtool${version === null ? '' : `, pinned to ${version}; its digests fit`}`,
    ...(known ? ['already set up here'] : []),
    ...(secrets > 0 ? [`${count(secrets, 'secret')} to be given again`] : []),
    ...(problem === null ? [] : [problem]),
  ];
}

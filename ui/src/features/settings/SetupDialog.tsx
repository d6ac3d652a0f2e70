import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import type { SetupEntry } from '../../api/generated/contract';
import { useOperation } from '../../api/queries';
import { EmptyState } from '../../components/EmptyState';
import { ErrorNotice } from '../../components/ErrorNotice';
import { Sheet } from '../../components/Sheet';
import { Skeleton } from '../../components/Skeleton';
import { count } from '../../lib/format';
import { notify } from '../../lib/notify';
import { SetupEntryRow } from './SetupEntryRow';

/** What is in a setup file, verified; the person chooses what of it is added. */
export function SetupDialog({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  // The text itself would be a key of many megabytes.
  const shown = useId();
  const entries = useQuery({
    queryKey: ['setup', shown],
    queryFn: () => call('setup.read', { text }),
    gcTime: 0,
    retry: false,
  });
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isChosen = ({ index, known, problem }: SetupEntry) =>
    problem === null && (changed.get(index) ?? !known);
  const [allowed, setAllowed] = useState<ReadonlyMap<number, boolean>>(new Map());
  const picks = (entries.data ?? [])
    .filter(isChosen)
    .map(({ index }) => ({ index, allowing: allowed.get(index) ?? false }));
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
      {entries.data !== undefined && entries.data.length > 0 && (
        <p className="fs12 t2 setup-sum">{summary(entries.data)}</p>
      )}
      <div className="setup-entries">
        {entries.data?.map((entry) => (
          <SetupEntryRow
            key={entry.index}
            entry={entry}
            chosen={isChosen(entry)}
            onChoose={(chosen) => setChanged(new Map(changed).set(entry.index, chosen))}
            allowing={allowed.get(entry.index) ?? false}
            onAllow={(allowing) => setAllowed(new Map(allowed).set(entry.index, allowing))}
          />
        ))}
      </div>
      {add.isError && <ErrorNotice error={add.error} />}
    </Sheet>
  );
}

/** How much is in the file. */
function summary(entries: readonly SetupEntry[]): string {
  const total = (of: (entry: SetupEntry) => number) => entries.reduce((sum, entry) => sum + of(entry), 0);
  return [
    count(
      total(({ kind }) => Number(kind === 'server')),
      'server',
    ),
    count(
      total(({ kind }) => Number(kind === 'webtool')),
      'webtool',
    ),
    count(
      total(({ reviewed }) => reviewed),
      'reviewed definition',
    ),
    count(
      total(({ restricting }) => restricting.length),
      'policy that asks or forbids',
      'policies that ask or forbid',
    ),
    count(
      total(({ allowing }) => allowing.length),
      'policy that allows',
      'policies that allow',
    ),
  ].join(' · ');
}
